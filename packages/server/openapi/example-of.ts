import type { TProperties, TSchema } from 'typebox'
import { COMPONENTS, type ComponentName } from './schemas.ts'

/** An example of a schema, made of the examples in it. */
export function exampleOf(schema: TSchema): unknown {
  const { $ref, examples, properties, items, maxItems, anyOf } = schema as Partial<Keywords>
  if ($ref) return exampleOf(COMPONENTS[$ref])
  if (examples) return examples[0]
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each)]))
  return items ? (maxItems === 0 ? [] : [exampleOf(items)]) : anyOf && exampleOf(anyOf[0]!)
}

interface Keywords {
  readonly $ref: ComponentName
  readonly examples: readonly unknown[]
  readonly properties: TProperties
  readonly items: TSchema
  readonly maxItems: number
  readonly anyOf: readonly TSchema[]
}
