import { RequestError } from './error.ts'

/** Filters that select named things. An empty list of one is an error, because it would select everything. */
const SELECTIONS = ['id', 'slug', 'sku', 'gtin', 'mpn', 'externalId']

/**
 * The query string of a query, with its `?`; empty for no condition. Its names are sorted, so that equal queries have
 * equal strings. Throws `invalid-parameter` for an empty list of ids, slugs, skus, GTINs,
 * part numbers or external ids.
 */
export function queryString(query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const values = valuesOf(value)
    if (values.length === 0 && Array.isArray(value) && SELECTIONS.includes(name)) throw emptySelection(name)
    for (const each of values) parameters.append(name, each)
  }
  parameters.sort()
  return parameters.size > 0 ? `?${parameters}` : ''
}

/**
 * Option codes by group become qualified options: `{ color: ['red', 'blue'] }` becomes `color:red` and `color:blue`.
 */
export function valuesOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '' || value === false) return []
  if (Array.isArray(value)) return value.flatMap(valuesOf)
  if (typeof value !== 'object') return [String(value)]
  return Object.entries(value).flatMap(([group, codes]) => valuesOf(codes).map((code) => `${group}:${code}`))
}

function emptySelection(name: string): RequestError {
  const detail = `${name} is an empty list; name at least one, or leave ${name} out to have all`
  return new RequestError('invalid-parameter', detail, { status: 400, errors: [{ parameter: name, detail }] })
}
