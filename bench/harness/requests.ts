import type { Request } from './request.ts'

/** What the answers to a few of the requests are like. */
export type Answers = { meanBytes: number; meanTotal: number | undefined }

const MOST_LOOKED_AT = 300
const MOST_SECONDS = 10

/** Reads some answers before they are measured: a wrong answer may come as fast as it likes, it does not count. */
export async function lookAt(address: string, requests: readonly Request[]): Promise<Answers> {
  const step = Math.max(1, Math.floor(requests.length / MOST_LOOKED_AT))
  const until = performance.now() + MOST_SECONDS * 1000
  let [looked, bytes, total] = [0, 0, 0]
  for (let index = 0; index < requests.length && performance.now() < until; index += step) {
    const body = await read(address, requests[index]!)
    looked++
    bytes += body.byteLength
    total += totalOf(requests[index]!.path, JSON.parse(body.toString()))
  }
  return { meanBytes: Math.round(bytes / looked), meanTotal: total > 0 ? total / looked : undefined }
}

/** `meta.totalItems` of a list. */
export async function totalAt(address: string, request: Request): Promise<number> {
  return JSON.parse((await read(address, request)).toString()).meta.totalItems
}

async function read(address: string, { store, path }: Request): Promise<Buffer> {
  const headers = { 'x-store-id': store, 'accept-encoding': 'identity' }
  const response = await fetch(`${address}${path}`, { headers, signal: AbortSignal.timeout(60_000) })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw wrong(path, `${response.status} ${body}`)
  return body
}

type Answer = {
  id?: string
  data?: unknown[]
  meta?: { totalItems: number }
  links?: { current: string }
  price?: { min: string | null }
}

/** The number of items found by a list, 0 for anything else. Every request is about something that exists. */
function totalOf(path: string, answer: Answer): number {
  if (path.includes('/facets')) {
    if (answer.price?.min == null) throw wrong(path, 'finds no price')
    return 0
  }
  if (answer.meta === undefined) {
    if (!path.endsWith(String(answer.id))) throw wrong(path, `answered with ${answer.id}`)
    return 0
  }
  if (!answer.data?.length || answer.meta.totalItems < answer.data.length) throw wrong(path, 'finds nothing')
  for (const name of ignored(path, answer.links!.current)) throw wrong(path, `the service does not know ${name}`)
  return answer.meta.totalItems
}

/** The parameters that a list did not mind: its links lack them. */
function ignored(path: string, link: string): string[] {
  const minded = new URL(link, 'http://service').searchParams
  return [...new URL(path, 'http://service').searchParams.keys()].filter((name) => !minded.has(name))
}

function wrong(path: string, what: string): Error {
  return new Error(`${path.slice(0, 200)}: ${what}`)
}
