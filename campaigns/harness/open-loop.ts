import { setTimeout as pause } from 'node:timers/promises'
import { HttpConnection, type Reply } from '../../bench/harness/http-connection.ts'

/** Connections that may be open at once. A request that is due while all are busy is left out. */
const MAX_CONNECTIONS = 4000

export interface Request<Kind = unknown> {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly kind: Kind
}

export interface OpenLoop<Kind> {
  readonly address: string
  readonly perSecond: number
  readonly isOver: () => boolean
  readonly draw: () => Request<Kind>
  /** `late` is how many milliseconds after its time the request was sent. */
  readonly onReply: (request: Request<Kind>, reply: Reply, late: number) => void
  readonly onError: (request: Request<Kind>, error: Error) => void
}

/** What an open loop has sent, and what it left out because all connections were busy. */
export interface Offered {
  readonly sent: number
  readonly leftOut: number
}

/** Sends requests at a steady rate, whether earlier ones have their answers or not. Waits for the last answers. */
export async function runOpenLoop<Kind>(loop: OpenLoop<Kind>): Promise<Offered> {
  const idle: HttpConnection[] = []
  const all = new Set<HttpConnection>()
  const underWay = new Set<Promise<void>>()
  let [sent, leftOut] = [0, 0]
  const send = async (due: number) => {
    const request = loop.draw()
    const connection = idle.pop() ?? new HttpConnection(loop.address)
    all.add(connection)
    const late = Math.max(0, performance.now() - due)
    try {
      loop.onReply(request, await connection.exchange(request.path, request.headers), late)
    } catch (error) {
      loop.onError(request, error as Error)
    }
    idle.push(connection)
  }
  const interval = 1000 / loop.perSecond
  for (let due = performance.now(); !loop.isOver(); await pause(1)) {
    for (; due <= performance.now(); due += interval) {
      if (underWay.size >= MAX_CONNECTIONS) {
        leftOut++
        continue
      }
      sent++
      const answered = send(due).finally(() => underWay.delete(answered))
      underWay.add(answered)
    }
  }
  await Promise.all(underWay)
  for (const connection of all) connection[Symbol.dispose]()
  return { sent, leftOut }
}
