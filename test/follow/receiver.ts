import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A request to the receiver, whose signature the official package has verified. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests know the shape
  readonly event: any
}

/** The status and the headers of an answer; or 'none' to leave the request open. */
type Answer = 'none' | readonly [status: number, headers?: Record<string, string>]

/** An HTTP server on 127.0.0.1 that takes webhooks. */
export class Receiver implements AsyncDisposable {
  readonly received: Received[] = []
  /** Why signatures were not accepted. */
  readonly refused: string[] = []
  /** Answers a request, the number of which counts from 0. */
  answer: (received: Received, number: number) => Answer = () => [204]
  readonly #server: Server
  readonly #secret: string
  readonly #waiting = new Set<() => void>()

  private constructor(server: Server, secret: string) {
    this.#server = server
    this.#secret = secret
  }

  /** Starts one that knows this secret. A port may be given, of one that was stopped. */
  static async start(secret: string, port = 0): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server, secret)
    server.on('request', async (request, response) => {
      const received = receiver.#verified(await text(request), request.headers)
      if (!received) return response.writeHead(401).end()
      const answer = receiver.answer(received, receiver.received.length)
      receiver.received.push(received)
      if (answer !== 'none') response.writeHead(...answer).end()
      for (const look of receiver.#waiting) look()
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`
  }

  /** Waits for a request that fits, which may have come already. A test that waits for ever is ended by its runner. */
  async waitFor(fits: (received: Received) => boolean): Promise<Received> {
    for (;;) {
      const found = this.received.find(fits)
      if (found) return found
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look)
          resolve()
        }
        this.#waiting.add(look)
      })
    }
  }

  /** Waits for so many requests, and returns the last of them. */
  async waitForCount(count: number): Promise<Received> {
    return await this.waitFor((received) => this.received.indexOf(received) === count - 1)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  #verified(body: string, headers: IncomingHttpHeaders): Received | undefined {
    try {
      return { headers, event: new Webhook(this.#secret).verify(body, headers as Record<string, string>) }
    } catch (error) {
      this.refused.push((error as Error).message)
      return undefined
    }
  }
}

/** Fits the event of a publication of this name. */
export function of(name: string): (received: Received) => boolean {
  return ({ event }) => event.data.publication === name
}
