/** A GET request to a store. Without `acceptEncoding` the response is not compressed. */
export type StoreRequest = { store: string; path: string; acceptEncoding?: string | undefined }

export type ResponseSummary = { meanBytes: number; meanItems: number | undefined }

const MAX_CHECKED = 300
const MAX_SECONDS = 10

export function requestsFor(store: string, paths: readonly string[], acceptEncoding?: string): StoreRequest[] {
  return paths.map((path) => ({ store, path, acceptEncoding }))
}

/**
 * Sends some of the requests and checks the responses: a wrong response must not count as a fast one. Throws an error for a
 * status other than 200, an empty result, or a parameter that the service ignored.
 */
export async function checkResponses(address: string, requests: readonly StoreRequest[]): Promise<ResponseSummary> {
  const step = Math.max(1, Math.floor(requests.length / MAX_CHECKED))
  const deadline = performance.now() + MAX_SECONDS * 1000
  let [checked, bytes, items] = [0, 0, 0]
  for (let index = 0; index < requests.length && performance.now() < deadline; index += step) {
    const body = await fetchBody(address, requests[index]!)
    checked++
    bytes += body.byteLength
    items += checkedItemCount(requests[index]!.path, JSON.parse(body.toString()))
  }
  return { meanBytes: Math.round(bytes / checked), meanItems: items > 0 ? items / checked : undefined }
}

/** `meta.totalItems` of a list. */
export async function countItems(address: string, request: StoreRequest): Promise<number> {
  return JSON.parse((await fetchBody(address, request)).toString()).meta.totalItems
}

/** The body of a response, uncompressed. Throws an error for any status but 200. */
export async function fetchBody(address: string, { store, path }: StoreRequest): Promise<Buffer> {
  const headers = { 'x-store-id': store, 'accept-encoding': 'identity' }
  const response = await fetch(`${address}${path}`, { headers, signal: AbortSignal.timeout(60_000) })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw createError(path, `${response.status} ${body}`)
  return body
}

type ResponseBody = {
  id?: string
  data?: unknown[]
  meta?: { totalItems: number }
  links?: { current: string }
  price?: { min: string | null }
  products?: unknown[]
}

/** The total of a list, or 0 for a single item, for facets and for suggestions. */
function checkedItemCount(path: string, body: ResponseBody): number {
  if (path.includes('/facets')) {
    if (body.price?.min == null) throw createError(path, 'no prices')
    return 0
  }
  if (path.includes('/suggest')) {
    if (!body.products?.length) throw createError(path, 'no products')
    return 0
  }
  if (body.meta === undefined) {
    if (!path.endsWith(String(body.id))) throw createError(path, `the response is about ${body.id}`)
    return 0
  }
  if (!body.data?.length || body.meta.totalItems < body.data.length) throw createError(path, 'no items')
  for (const name of ignoredParameters(path, body.links!.current)) throw createError(path, `${name} was ignored`)
  return body.meta.totalItems
}

/** The links of a list contain every parameter that the service understood. */
function ignoredParameters(path: string, link: string): string[] {
  const understood = new URL(link, 'http://service').searchParams
  return [...new URL(path, 'http://service').searchParams.keys()].filter((name) => !understood.has(name))
}

function createError(path: string, problem: string): Error {
  return new Error(`${path.slice(0, 200)}: ${problem}`)
}
