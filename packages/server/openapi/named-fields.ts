import { Type } from '../schema.ts'

export function named(name: string, example: string) {
  return { id: id(), name: Type.String({ examples: [name] }), code: code(example) }
}

export function id() {
  return Type.String({ format: 'uuid', examples: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'] })
}

export function code(example: string) {
  return Type.String({ description: 'Lower case letters, digits and hyphens, for filters.', examples: [example] })
}
