/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly get: OperationObject }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> } & Readonly<
    Record<string, Readonly<Record<string, object>>>
  >
}

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly (ParameterObject | Reference)[]
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface ParameterObject {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, MediaType>>
}

interface MediaType {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly maxItems?: number
}

interface Reference {
  readonly $ref: string
}

/** The object itself, or the component that it refers to. */
export function resolve<Value extends object>(document: OpenApi, object: Value | Reference): Value {
  if (!('$ref' in object)) return object
  const [kind, name] = object.$ref.split('/').slice(2) as [string, string]
  return document.components[kind]![name] as Value
}
