import { STORE } from './vitrine.ts'

/** What the answers to a few of the paths are like. */
export type Answers = { meanBytes: number; meanTotal: number | undefined }

const LOOKED_AT = 300

/** Reads some answers before they are measured: a wrong answer may come as fast as it likes, it does not count. */
export async function lookAt(address: string, paths: readonly string[]): Promise<Answers> {
  const step = Math.max(1, Math.floor(paths.length / LOOKED_AT))
  const looked = paths.filter((_, index) => index % step === 0)
  let bytes = 0
  let total = 0
  for (const path of looked) {
    const body = await read(`${address}${path}`)
    bytes += body.byteLength
    total += totalOf(path, JSON.parse(body.toString()))
  }
  return { meanBytes: Math.round(bytes / looked.length), meanTotal: total > 0 ? total / looked.length : undefined }
}

/** `meta.totalItems` of a list. */
export async function totalAt(address: string, path: string): Promise<number> {
  return JSON.parse((await read(`${address}${path}`)).toString()).meta.totalItems
}

async function read(url: string): Promise<Buffer> {
  const headers = { 'x-store-id': STORE, 'accept-encoding': 'identity' }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`${url} is answered with ${response.status}: ${body}`)
  return body
}

/** The number of items found by a list, 0 for a single thing. Every request is about something that exists. */
function totalOf(path: string, answer: { id?: string; data?: unknown[]; meta?: { totalItems: number } }): number {
  if (answer.meta === undefined) {
    if (!path.endsWith(String(answer.id))) throw new Error(`${path} is answered with ${answer.id}`)
    return 0
  }
  if (!answer.data?.length || answer.meta.totalItems < answer.data.length) throw new Error(`${path} finds nothing`)
  return answer.meta.totalItems
}
