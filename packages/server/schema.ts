import type Typebox from 'typebox'
import type { TProperties, TSchema } from 'typebox'

/**
 * The mark of optional properties, which JSON lacks. TypeBox uses the same mark, so its schemas and ours work together.
 */
const OPTIONAL = '~optional'

/**
 * Makes JSON Schemas. TypeBox gives them their types. Its own builders would make the same schemas, but they are 370
 * modules, which take a third of the processor time that a server needs to start.
 */
export const Type = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly string[], options?: object) => ({ enum: values, ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: object) => ({ type: 'null', ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),
  Object: (properties: TProperties, options?: object) => {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!))
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
  },
  /** A property that an object may lack. */
  Optional: (schema: TSchema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Ref: (name: string, options?: object) => ({ $ref: name, ...options }),
  String: (options?: object) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  /** A schema whose values TypeBox cannot tell: `Unsafe<Uuid>` of texts in the format `uuid`. */
  Unsafe: (schema: TSchema) => ({ ...schema }),
} as unknown as Pick<
  typeof Typebox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Ref'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>
