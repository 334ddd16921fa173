import { openApiDocument } from '@vitrine/server/openapi/document'

/**
 * TypeScript types of all schemas, and of the query and the answer of each operation: the source of
 * `packages/client/api.ts`.
 */
export function clientTypes(document: object): string {
  const { paths, components } = document as Described
  const operations = Object.values(paths).map(({ get }) => get)
  return [
    HEAD,
    MANY,
    ...Object.entries(components.schemas).map(([name, schema]) => declaration(name, schema)),
    ...operations.map(queryOf).filter((query) => query !== ''),
    answersOf(operations),
  ].join('\n')
}

/** The parts of an OpenAPI document that become types. */
interface Described {
  readonly paths: Readonly<Record<string, { readonly get: OperationOfDocument }>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

interface OperationOfDocument {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly {
    readonly name?: string
    readonly in?: string
    readonly description?: string
    readonly schema?: JsonSchema
  }[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >
}

interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

const HEAD = '// `npm run openapi` writes this file from the OpenAPI document. Do not edit it.\n'
const MANY = '/** One value or several. */\nexport type Many<Value> = Value | readonly Value[]\n'
/** The columns of a line in the format of the sources. */
const WIDTH = 120

function declaration(name: string, schema: JsonSchema): string {
  const comment = commentOf(schema, '')
  if (schema.properties) return `${comment}export interface ${name} {\n${fieldsOf(schema, '  ')}}\n`
  return `${comment}export type ${name}${assigned(' =', schema, '')}\n`
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const key = `${indent}${name}${required.includes(name) ? '' : '?'}`
      return `${commentOf(schema, indent)}${key}${assigned(':', schema, indent, key.length)}\n`
    })
    .join('')
}

/** The parameters that a caller may give. Empty for an operation without any. */
function queryOf({ operationId, summary, parameters }: OperationOfDocument): string {
  const fields = parameters.flatMap(({ name, in: place, description, schema }) => {
    if (place !== 'query' || name === undefined || schema === undefined) return []
    const key = `  ${name}?`
    const single = schema.items ?? schema
    // The client leaves out what is false, so that a shop can pass the state of a checkbox.
    const alone = schema.const === true ? ['boolean'] : typesOf(single)
    const types = schema.items ? [`Many<${typesOf(single).join(' | ')}>`] : alone
    const comment = commentOf({ description: description ?? '' }, '  ')
    return [`${comment}${key}${union(':', [...types, 'undefined'], '  ', key.length)}\n`]
  })
  if (fields.length === 0) return ''
  return `/** ${summary}: the parameters. */\nexport interface ${capitalized(operationId)}Query {\n${fields.join('')}}\n`
}

function answersOf(operations: readonly OperationOfDocument[]): string {
  const answers = operations.map(({ operationId, responses }) => {
    const [{ schema }] = Object.values(responses['200']!.content!) as [{ schema: JsonSchema }]
    return `  ${operationId}: ${typesOf(schema).join(' | ')}\n`
  })
  return `/** The answer of each operation. */\nexport interface Answers {\n${answers.join('')}}\n`
}

/** A type after its name, over several lines if it is an object or does not fit in one. */
function assigned(after: string, schema: JsonSchema, indent: string, length = 0): string {
  if (schema.properties) return `${after} {\n${fieldsOf(schema, `${indent}  `)}${indent}}`
  return union(after, typesOf(schema, indent), indent, length)
}

function union(after: string, types: readonly string[], indent: string, length: number): string {
  const line = `${after} ${types.join(' | ')}`
  if (types.length === 1 || length + line.length <= WIDTH) return line
  return `${after}\n${types.map((type) => `${indent}  | ${type}`).join('\n')}`
}

/** The alternatives of a type. */
function typesOf(schema: JsonSchema, indent = ''): string[] {
  const { $ref, anyOf, items, type } = schema
  if ($ref !== undefined) return [$ref.slice($ref.lastIndexOf('/') + 1)]
  if (anyOf) return [...new Set(anyOf.flatMap((each) => typesOf(each, indent)))]
  if (schema.const !== undefined) return [literal(schema.const)]
  if (schema.enum) return schema.enum.map(literal)
  if (schema.properties) return [`{\n${fieldsOf(schema, `${indent}  `)}${indent}}`]
  if (items) return [arrayOf(items, schema, indent)]
  return [type === 'integer' ? 'number' : (type ?? 'unknown')]
}

function arrayOf(items: JsonSchema, { minItems, maxItems }: JsonSchema, indent: string): string {
  if (maxItems === 0) return 'never[]'
  const types = typesOf(items, indent)
  const type = types.join(' | ')
  if (minItems !== undefined && minItems === maxItems) return `[${Array(minItems).fill(type).join(', ')}]`
  return types.length > 1 ? `(${type})[]` : `${type}[]`
}

function commentOf({ description }: JsonSchema, indent: string): string {
  return description ? `${indent}/** ${description} */\n` : ''
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

function capitalized(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1)
}

if (import.meta.main) process.stdout.write(clientTypes(JSON.parse(JSON.stringify(await openApiDocument()))))
