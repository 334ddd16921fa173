import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Connections to the server at most. Requests that are due while all are busy wait. */
const CONNECTIONS = 500

/** Requests that may wait for a connection. A request that is due beyond that is left out. */
const MAX_WAITING = 20_000

export interface Request<Kind = unknown> {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly kind: Kind
}

/** A complete response. */
export interface LoadReply {
  readonly status: number
  /** The status line and the headers. */
  readonly head: string
  readonly body: Buffer
  /** From the moment at which the request was due to the end of the response. */
  readonly milliseconds: number
}

export interface OpenLoop<Kind> {
  readonly address: string
  readonly perSecond: number
  readonly isOver: () => boolean
  /** The next request to send. */
  readonly next: () => Request<Kind>
  readonly onReply: (request: Request<Kind>, reply: LoadReply) => void
  readonly onError: (request: Request<Kind>, error: Error) => void
}

/** What an open loop has sent, and what it left out because too many waited. */
export interface Offered {
  readonly sent: number
  readonly leftOut: number
}

interface Due<Kind> {
  readonly request: Request<Kind>
  /** The time at which it is due. */
  readonly at: number
}

/**
 * Sends requests at a steady rate, whether earlier ones have their answers or not. Waits for the last answers. It does
 * little for each request, so that it can send more than a server can answer.
 */
export async function runOpenLoop<Kind>(loop: OpenLoop<Kind>): Promise<Offered> {
  const waiting: Due<Kind>[] = []
  const idle: LoadConnection<Kind>[] = []
  const done = (connection: LoadConnection<Kind>) => {
    const next = waiting.shift()
    if (next) connection.send(next)
    else idle.push(connection)
  }
  const all = Array.from({ length: CONNECTIONS }, () => new LoadConnection(loop, done))
  idle.push(...all)
  let [sent, leftOut] = [0, 0]
  const interval = 1000 / loop.perSecond
  for (let at = performance.now(); !loop.isOver(); await pause(1)) {
    for (; at <= performance.now(); at += interval) {
      const due = { request: loop.next(), at }
      const connection = idle.pop()
      if (connection) connection.send(due)
      else if (waiting.length < MAX_WAITING) waiting.push(due)
      else leftOut++
      sent++
    }
  }
  leftOut += waiting.splice(0).length
  while (idle.length < all.length) await pause(1)
  for (const connection of all) connection.close()
  return { sent: sent - leftOut, leftOut }
}

function textOf({ path, headers }: Request): string {
  let lines = ''
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`
  return `GET ${path} HTTP/1.1\r\nhost: campaign\r\n${lines}\r\n`
}

/** A keep-alive connection with one request at a time. It opens a socket when it needs one. */
class LoadConnection<Kind> {
  readonly #loop: OpenLoop<Kind>
  readonly #done: (connection: LoadConnection<Kind>) => void
  #socket: Socket | undefined
  #due: Due<Kind> | undefined
  #received: Buffer | undefined

  constructor(loop: OpenLoop<Kind>, done: (connection: LoadConnection<Kind>) => void) {
    this.#loop = loop
    this.#done = done
  }

  send(due: Due<Kind>): void {
    this.#due = due
    if (!this.#socket?.writable) this.#socket = this.#open()
    this.#socket.write(textOf(due.request), 'latin1')
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const { hostname, port } = new URL(this.#loop.address)
    const socket = connect({ port: Number(port), host: hostname, noDelay: true })
    socket.on('data', (chunk) => this.#receive(chunk))
    const fail = (error: Error) => {
      if (socket === this.#socket) this.#fail(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed the connection')))
    return socket
  }

  #receive(chunk: Buffer): void {
    // A server tells an idle connection that it ends.
    if (!this.#due) return
    const received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk
    const end = received.indexOf('\r\n\r\n')
    const head = received.toString('latin1', 0, Math.max(0, end))
    const body = received.subarray(end + 4)
    if (end < 0 || body.length < contentLength(head)) {
      this.#received = received
      return
    }
    this.#received = undefined
    const { request, at } = this.#due
    this.#due = undefined
    const status = Number(head.slice(9, 12))
    this.#loop.onReply(request, { status, head, body, milliseconds: performance.now() - at })
    this.#done(this)
  }

  #fail(error: Error): void {
    const due = this.#due
    this.#due = undefined
    this.#received = undefined
    if (!due) return
    this.#loop.onError(due.request, error)
    this.#done(this)
  }
}

function contentLength(head: string): number {
  return Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}
