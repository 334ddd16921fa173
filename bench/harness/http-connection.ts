import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { StoreRequest } from './requests.ts'

const TIMEOUT_MILLISECONDS = 60_000

/** A complete response. */
export type Reply = {
  status: number
  /** The status line and the headers. */
  head: string
  /** As it was sent: compressed if the request allows it. */
  body: Buffer
  /** From sending the request to the end of the response. */
  milliseconds: number
}

/** A keep-alive connection with one request at a time. It opens a new socket if the old one was closed. */
export class HttpConnection implements Disposable {
  readonly #address: string
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #resolve: (reply: Reply) => void = () => {}
  #reject: (error: Error) => void = () => {}
  #sentAt = 0

  /** `address` is for example `http://127.0.0.1:1234`. */
  constructor(address: string) {
    this.#address = address
  }

  /** Rejects for any status but 200. */
  async send({ store, path, acceptEncoding = 'identity', message }: StoreRequest): Promise<Reply> {
    const type = message === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { 'x-store-id': store, 'accept-encoding': acceptEncoding, ...type }
    const reply = await this.exchange(path, headers, message)
    if (reply.status === 200) return reply
    throw new Error(`${path.slice(0, 200)}: ${reply.status} ${reply.body.toString('utf8', 0, 300)}`)
  }

  /** Sends a GET request, or a POST of this body. Rejects if the connection breaks before the response is complete. */
  async exchange(path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Reply> {
    const socket = await this.#open()
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return await new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = (error) => reject(new Error(`${path.slice(0, 200)}: ${error.message}`))
      this.#received = Buffer.alloc(0)
      this.#sentAt = performance.now()
      const head = `${path} HTTP/1.1\r\nhost: bench\r\n${lines.join('')}`
      if (body === undefined) socket.write(`GET ${head}\r\n`)
      else socket.write(`POST ${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy()
  }

  async #open(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed) return this.#socket
    const { hostname, port } = new URL(this.#address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.setNoDelay(true)
    socket.setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy(new Error('the response timed out')))
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.#reject(error))
    socket.on('close', () => this.#reject(new Error('the server closed the connection')))
    this.#socket = socket
    return socket
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    // A 304 has no length.
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    if (this.#received.length < end + 4 + length) return
    const body = this.#received.subarray(end + 4, end + 4 + length)
    this.#resolve({ status, head, body, milliseconds: performance.now() - this.#sentAt })
  }
}
