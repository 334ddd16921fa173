import { readFileSync } from 'node:fs'

/** A request in a document with its documented answer. */
export interface Example {
  /** The line of the document. */
  readonly line: number
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly status: number
  readonly expectedHeaders: Record<string, string>
  /** JSON in which `"…"` stands for anything. Undefined if the document shows no body. */
  readonly expectedBody: unknown
}

/** Every `http` block of a document of `docs/`: request line and headers, status line and headers, body. */
export function examplesIn(document: string): Example[] {
  const text = readDocument(document)
  return [...text.matchAll(/^```http\n(.*?)^```$/gms)].map((match) => {
    const [request, response, ...body] = match[1]!.trimEnd().split('\n\n')
    const [requestLine, ...headers] = request!.split('\n')
    const [statusLine, ...expectedHeaders] = response!.split('\n')
    const [method, path] = requestLine!.split(' ') as [string, string]
    return {
      line: text.slice(0, match.index).split('\n').length,
      method,
      path,
      headers: fields(headers),
      status: Number.parseInt(statusLine!, 10),
      expectedHeaders: fields(expectedHeaders),
      expectedBody: body.length > 0 ? JSON.parse(body.join('\n\n')) : undefined,
    }
  })
}

export function readDocument(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
}

/** The first difference between a value and its documentation, with its path. Undefined if there is none. */
export function difference(actual: unknown, documented: unknown, path = 'body'): string | undefined {
  if (documented === '…') return undefined
  if (Array.isArray(documented)) return arrayDifference(actual, documented, path)
  if (typeof documented !== 'object' || documented === null) {
    return Object.is(actual, documented) ? undefined : `${path} is ${JSON.stringify(actual)}`
  }
  if (typeof actual !== 'object' || actual === null) return `${path} is no object`
  const { '…': more, ...members } = documented as Record<string, unknown>
  const [keys, known] = [Object.keys(actual), Object.keys(members)]
  const wrong = more === undefined ? keys.join() !== known.join() : known.some((key) => !keys.includes(key))
  if (wrong) return `${path} has ${keys.join()}`
  const found = known.map((key) => difference((actual as Record<string, unknown>)[key], members[key], `${path}.${key}`))
  return found.find((each) => each !== undefined)
}

function arrayDifference(actual: unknown, documented: readonly unknown[], path: string): string | undefined {
  if (!Array.isArray(actual)) return `${path} is no array`
  const open = documented.at(-1) === '…'
  const items = open ? documented.slice(0, -1) : documented
  if (open ? actual.length < items.length : actual.length !== items.length) return `${path} has ${actual.length} items`
  return items.map((item, index) => difference(actual[index], item, `${path}[${index}]`)).find((each) => each)
}

function fields(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
}
