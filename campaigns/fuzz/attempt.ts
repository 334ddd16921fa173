import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Bytes that are meant as one request, and the answer that they must get. */
export interface Sent {
  readonly bytes: Buffer
  /** The kind of request, for the report. */
  readonly kind: string
  /** The method, if the server must read it. */
  readonly method?: string
  /** The `x-request-id`, which the answer repeats. */
  readonly id?: string
  /** The statuses that are right. Undefined if any documented status is, or no answer. */
  readonly allowed?: readonly number[]
  /** Whether Node's parser must refuse it, so that nothing after these bytes is a request. */
  readonly isRefused?: boolean
  /** Whether the server closes the connection after the answer. */
  readonly closes?: boolean
  /** The schema of the body of a 200. */
  readonly schema?: string
}

/** One connection: what is sent over it, and how. If all of it are requests, the last one makes the server close it. */
export interface Attempt {
  readonly sent: readonly Sent[]
  /** The bytes in the pieces in which they are written. */
  readonly pieces: readonly Buffer[]
  /** Milliseconds between two pieces. */
  readonly pause: number
  /** Breaks the connection after the last piece. */
  readonly abandons: boolean
}

/** The first of these bytes that are no request with an answer of its own. Undefined if all of them are requests. */
export function firstUnreadable(sent: readonly Sent[]): Sent | undefined {
  return sent.find(({ allowed, isRefused }) => !allowed || isRefused)
}

/**
 * Whether the server must close the connection by itself: it must refuse some bytes, or a request asks for it. Node breaks
 * the connection of a CONNECT, and a damaged request may make those after it a part of it.
 */
function isClosedByServer(sent: readonly Sent[]): boolean {
  const unreadable = firstUnreadable(sent)
  if (unreadable) return unreadable.isRefused === true
  return sent.at(-1)!.closes === true
}

const TIMEOUT_MILLISECONDS = 20_000

/** What came back over a connection. */
export interface Received {
  readonly bytes: Buffer
  /** Whether the connection was reset. Then answers may be missing: a system drops what it has not delivered. */
  readonly wasReset: boolean
}

/**
 * Sends an attempt over a connection of its own and ends it. Returns everything that the server sent until it closed the
 * connection. Throws if the server accepts no connection, or does not close one in time.
 */
export async function send(port: number, { sent, pieces, pause: between, abandons }: Attempt): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const received: Buffer[] = []
  let isConnected = false
  let wasReset = abandons
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  socket.setTimeout(TIMEOUT_MILLISECONDS, () => {
    reject(new Error(`the connection was still open after ${TIMEOUT_MILLISECONDS / 1000} s`))
    socket.destroy()
  })
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.on('end', () => socket.end())
  // The server may close a refused connection before everything is written.
  socket.on('error', (error) => {
    wasReset = true
    if (!isConnected) reject(new Error(`the server accepts no connection: ${error.message}`))
  })
  socket.on('close', () => resolve({ bytes: Buffer.concat(received), wasReset }))
  socket.on('connect', async () => {
    isConnected = true
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && between > 0) await pause(between)
      if (!socket.writable) return
      socket.write(piece)
    }
    if (abandons) socket.resetAndDestroy()
    else if (!isClosedByServer(sent)) socket.end()
  })
  return await promise
}
