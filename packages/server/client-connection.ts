import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A connection whose requests are answered one after the other: the next one starts when the system has taken all of
 * the answer before. So a client that does not read its answers takes the memory of one.
 */
export class ClientConnection {
  readonly #socket: Socket
  readonly #answer: RequestListener
  readonly #waiting: PendingRequest[] = []
  #current: PendingRequest | undefined
  #lastAnswer: (() => string) | undefined

  constructor(socket: Socket, answer: RequestListener) {
    this.#socket = socket
    this.#answer = answer
  }

  /** Answers a request after those before it. Breaks the connection if too many wait. */
  receive(raw: IncomingMessage, response: ServerResponse): void {
    if (this.#lastAnswer) return
    if (!this.#current) this.#start({ raw, response })
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ raw, response })
    else this.#socket.destroy()
  }

  /**
   * Ends the connection because what the client sends cannot be read. The last answer, the bytes that `lastAnswer`
   * returns, comes after the answers to the requests before. If the body of a request is what cannot be read, it takes
   * the place of the answer to that request.
   */
  end(lastAnswer: () => string): void {
    if (this.#lastAnswer) return
    this.#lastAnswer = lastAnswer
    if (this.#waiting.at(-1)?.raw.complete === false) this.#waiting.pop()
    const isInBody = this.#current?.raw.complete === false && !this.#current.response.headersSent
    if (!this.#current || isInBody) this.#sendLast(lastAnswer)
  }

  /** Breaks the connection if nothing was sent or received for a while, unless the client waits for an answer. */
  timeOut(): void {
    if (!this.#current || this.#current.response.headersSent) this.#socket.destroy()
  }

  #start(request: PendingRequest): void {
    this.#current = request
    request.response.on('close', this.#continue)
    this.#answer(request.raw, request.response)
  }

  readonly #continue = () => {
    this.#current = undefined
    // The client has gone, or has asked to close the connection.
    if (!this.#socket.writable) return
    const next = this.#waiting.shift()
    if (next) this.#start(next)
    else if (this.#lastAnswer) this.#sendLast(this.#lastAnswer)
  }

  /** A connection that broke at once could lose the answer, since the client may have sent more than was read. */
  #sendLast(lastAnswer: () => string): void {
    this.#socket.end(lastAnswer())
    setTimeout(() => this.#socket.destroy(), LAST_ANSWER_MILLISECONDS).unref()
  }
}

/** The requests that may wait on one connection for the answers before theirs. HTTP/2 servers allow as many streams. */
const MAX_WAITING = 100

/** How long a connection stays open after its last answer, so that the client can read it. In milliseconds. */
const LAST_ANSWER_MILLISECONDS = 2000

export type RequestListener = (raw: IncomingMessage, response: ServerResponse) => void

interface PendingRequest {
  readonly raw: IncomingMessage
  readonly response: ServerResponse
}
