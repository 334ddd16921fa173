/** A GET request to a store, or a POST of a message. Without `acceptEncoding` the response is not compressed. */
export type StoreRequest = { store: string; path: string; acceptEncoding?: string | undefined; message?: string }

/** `meta.totalItems` of a list. */
export async function countItems(address: string, request: StoreRequest): Promise<number> {
  return JSON.parse((await fetchBody(address, request)).toString()).meta.totalItems
}

/** The body of a response, uncompressed. Throws an error for any status but 200. */
async function fetchBody(address: string, { store, path }: StoreRequest): Promise<Buffer> {
  const headers = { 'x-store-id': store, 'accept-encoding': 'identity' }
  const response = await fetch(`${address}${path}`, { headers, signal: AbortSignal.timeout(60_000) })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw createError(path, `${response.status} ${body}`)
  return body
}

/**
 * Checks an answer that is not compressed: a wrong one must not count as a fast one. Throws an error for an empty result, or a
 * parameter that the service ignored.
 */
export function checkAnswer({ path, message }: StoreRequest, body: Buffer): void {
  const answer: ResponseBody = JSON.parse(body.toString())
  if (message !== undefined) {
    if (!answer.result?.structuredContent?.products?.length) throw createError(message, 'no products')
  } else if (path.includes('/facets')) {
    if (answer.price?.min == null) throw createError(path, 'no prices')
  } else if (path.includes('/suggest')) {
    if (!answer.products?.length) throw createError(path, 'no products')
  } else if (answer.meta === undefined) {
    if (!path.endsWith(String(answer.id))) throw createError(path, `the response is about ${answer.id}`)
  } else {
    if (!answer.data?.length || answer.meta.totalItems < answer.data.length) throw createError(path, 'no items')
    for (const name of ignoredParameters(path, answer.links!.current)) throw createError(path, `${name} was ignored`)
  }
}

type ResponseBody = {
  id?: string
  data?: unknown[]
  meta?: { totalItems: number }
  links?: { current: string }
  price?: { min: string | null }
  products?: unknown[]
  result?: { structuredContent?: { products?: unknown[] } }
}

/** The links of a list contain every parameter that the service understood. */
function ignoredParameters(path: string, link: string): string[] {
  const understood = new URL(link, 'http://service').searchParams
  return [...new URL(path, 'http://service').searchParams.keys()].filter((name) => !understood.has(name))
}

function createError(path: string, problem: string): Error {
  return new Error(`${path.slice(0, 200)}: ${problem}`)
}
