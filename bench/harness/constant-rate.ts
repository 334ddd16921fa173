import { setImmediate } from 'node:timers/promises'
import { HttpConnection } from './http-connection.ts'

/** One request: its kind, and the milliseconds from when it was due to the end of its response; undefined if it was refused. */
export type Sent = { kind: string; milliseconds: number | undefined }

/** Requests that wait for a response at the same time. A server that falls behind further than this is overloaded. */
const MAX_CONNECTIONS = 2000

/**
 * Sends requests at a constant rate, however slowly the server answers, each on a connection of its own. The time of a request
 * begins when it was due, not when it was sent: a stall of the server counts for all requests that were due meanwhile
 * (G. Tene, "How NOT to Measure Latency", 2013: coordinated omission). Takes a processor core for itself, since timers
 * are not exact enough.
 */
export async function sendAtConstantRate(
  address: string,
  store: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  draw: () => { kind: string; path: string },
): Promise<Sent[]> {
  using connections = new DisposableStack()
  const idle: HttpConnection[] = []
  const results: Sent[] = []
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  const send = async (due: number) => {
    const { kind, path } = draw()
    if (idle.length === 0 && pending.size >= MAX_CONNECTIONS) throw new Error('the server does not keep up')
    const connection = idle.pop() ?? connections.use(new HttpConnection(address))
    const { status, body } = await connection.exchange(path, { 'x-store-id': store })
    const milliseconds = performance.now() - due
    idle.push(connection)
    if (status !== 200 && status !== 503)
      throw new Error(`${path.slice(0, 200)}: ${status} ${body.toString('utf8', 0, 300)}`)
    results.push({ kind, milliseconds: status === 200 ? milliseconds : undefined })
  }
  for (let sent = 0; sent < perSecond * seconds; await setImmediate()) {
    for (; sent < perSecond * seconds; sent++) {
      const due = started + (1000 * sent) / perSecond
      if (due > performance.now()) break
      const sending: Promise<void> = send(due).finally(() => pending.delete(sending))
      pending.add(sending)
    }
  }
  await Promise.all(pending)
  return results
}
