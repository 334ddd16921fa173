import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ClientConnection, type RequestListener } from './client-connection.ts'
import { newRequestId } from './common-headers.ts'
import { type ClientError, clientErrorAnswer } from './problem.ts'
import { type HandlerOptions, RequestHandler } from './request-handler.ts'

/** A server of resources. */
export class HttpServer {
  readonly server: Server
  readonly #handler: RequestHandler
  readonly #options: HandlerOptions
  readonly #connections = new WeakMap<Socket, ClientConnection>()

  constructor(options: HandlerOptions) {
    const handler = new RequestHandler(options)
    this.#options = options
    this.#handler = handler
    this.server = createServer({
      // Longer than load balancers keep idle connections, so that the server never closes one under a request.
      keepAliveTimeout: 72_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5000,
      // The handler answers a request without `Host`.
      requireHostHeader: false,
      // Most requests have no body. A stream that ends by events takes a tenth of a cached answer.
      optimizeEmptyRequests: true,
    })
    // Longer than a request may take to arrive, so that a late one is answered.
    this.server.timeout = MAX_UNREAD_MILLISECONDS
    const answer: RequestListener = (raw, response) => handler.handle(raw, response)
    const receive: RequestListener = (raw, response) => this.#connections.get(raw.socket)!.receive(raw, response)
    this.server
      .on('connection', (socket: Socket) => this.#connections.set(socket, new ClientConnection(socket, answer)))
      .on('request', receive)
      // Only a resource that reads a body asks for it. Node would write `100 Continue` into an answer under way.
      .on('checkContinue', receive)
      .on('checkExpectation', receive)
      .on('clientError', (error, socket) => this.#endUnreadable(error, socket as Socket))
      .on('timeout', (socket: Socket) => this.#connections.get(socket)!.timeOut())
  }

  /** Returns the URL of the server. Throws the error of Node if it cannot listen. */
  async listen({ host, port }: ListenAddress): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.server.once('error', reject).listen({ host, port }, resolve)
    await promise
    this.server.off('error', reject)
    const { address, family } = this.#address
    this.#handler.isLoopback = LOOPBACK.test(address)
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${this.port}`
  }

  /** The port on which the server listens. */
  get port(): number {
    return this.#address.port
  }

  get #address(): AddressInfo {
    return this.server.address() as AddressInfo
  }

  /** Accepts no new connections, and waits for the open requests. */
  async close(): Promise<void> {
    this.#handler.isClosing = true
    this.endStreams()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.server.close(() => resolve())
    await promise
  }

  /** Ends the answers that would go on, and begins no others. */
  endStreams(): void {
    this.#options.endStreams?.()
  }

  #endUnreadable(error: ClientError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { commonHeaders, log, publicUrl } = this.#options
    const { status, text } = clientErrorAnswer(error, socket, publicUrl)
    this.#connections.get(socket)!.end(() => {
      const requestId = newRequestId()
      log({ request: UNREADABLE, route: 'none', status, milliseconds: 0, requestId })
      return text(commonHeaders(undefined, requestId))
    })
  }
}

/** Where a server listens. Port 0 is any free port. */
interface ListenAddress {
  readonly host: string
  readonly port: number
}

const LOOPBACK = /^(?:127\.|::1$)/

/** A connection is closed if its client reads nothing of an answer for so long, in milliseconds. */
const MAX_UNREAD_MILLISECONDS = 60_000

/** The request in the log when Node could not read one. */
const UNREADABLE = { method: 'none', url: '', headers: {} }
