import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { newRequestId } from './common-headers.ts'
import { answerClientError, type ClientError } from './problem.ts'
import { type HandlerOptions, RequestHandler } from './request-handler.ts'

/** Where a server listens. Port 0 is any free port. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** A server of resources. */
export class HttpServer {
  readonly server: Server
  readonly #handler: RequestHandler

  constructor(options: HandlerOptions) {
    const handler = new RequestHandler(options)
    const listener = handler.handle.bind(handler)
    this.#handler = handler
    this.server = createServer(
      {
        // Longer than load balancers keep idle connections, so that the server never closes one under a request.
        keepAliveTimeout: 72_000,
        requestTimeout: 30_000,
        // The handler answers a request without `Host`.
        requireHostHeader: false,
      },
      listener,
    )
    // The server reads no body, so it never asks for one. Node would write `100 Continue` into an answer under way.
    this.server.on('checkContinue', listener).on('checkExpectation', listener)
    this.server.on('clientError', (error, socket) => answerUnreadable(error, socket as Socket, options))
  }

  /** Returns the URL of the server. Throws the error of Node if it cannot listen. */
  async listen({ host, port }: ListenAddress): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.server.once('error', reject).listen({ host, port }, resolve)
    await promise
    this.server.off('error', reject)
    const { address, family } = this.#address
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
    const { promise, resolve } = Promise.withResolvers<void>()
    this.server.close(() => resolve())
    await promise
  }
}

/** The request in the log when Node could not read one. */
const UNREADABLE = { method: 'none', url: '', headers: {} }

function answerUnreadable(error: ClientError, socket: Socket, { commonHeaders, log, publicUrl }: HandlerOptions): void {
  const requestId = newRequestId()
  const status = answerClientError(error, socket, commonHeaders(undefined, requestId), publicUrl)
  if (status) log({ request: UNREADABLE, route: 'none', status, milliseconds: 0, requestId })
}
