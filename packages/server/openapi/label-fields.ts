import { LABEL_KINDS } from '@vitrine/catalog/label-kind'
import { Type } from '../schema.ts'

export function parent(description: string) {
  return Type.Optional(Type.String({ description, examples: ['clothing'] }))
}

export function kind(description: string) {
  return Type.Optional(Type.Enum([...LABEL_KINDS], { description }))
}
