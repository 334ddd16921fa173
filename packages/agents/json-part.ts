/** A part of a JSON text, in the bytes of two forms. */
export interface JsonPart {
  readonly json: Uint8Array
  /** As a JSON text within a JSON text has it. */
  readonly escaped: Uint8Array
}

/** `json` must not end inside of a text that JSON writes: the parts are escaped one by one. */
export function jsonPart(json: string): JsonPart {
  return { json: encoder.encode(json), escaped: encoder.encode(JSON.stringify(json).slice(1, -1)) }
}

export function jsonOf(value: object): JsonPart {
  return jsonPart(JSON.stringify(value))
}

/** The bytes of a value that no other value has to be spliced with. */
export function jsonBytes(value: object): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}

/** The bytes that an answer of MCP takes for a part, which it has in both forms, with a comma after each. */
export function bytesOf({ json, escaped }: JsonPart): number {
  return json.length + escaped.length + 2
}

/** The end of an object with these fields after others. */
export function endOf(fields: object): string {
  const json = JSON.stringify(fields)
  return json === '{}' ? '}' : `,${json.slice(1)}`
}

// Not `Buffer.from`: it takes short texts out of a pool, and a part that is cached would hold more than its own bytes.
const encoder = new TextEncoder()
