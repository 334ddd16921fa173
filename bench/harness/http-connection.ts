import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Request } from './request.ts'

const PATIENCE_SECONDS = 60

/** One connection to a server, kept open, with one request on its way at a time. Opened again if it broke. */
export class Connection implements Disposable {
  readonly #address: string
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #answered: (milliseconds: number) => void = () => {}
  #failed: (error: Error) => void = () => {}
  #asked = 0

  /** To an address such as `http://127.0.0.1:1234`. */
  constructor(address: string) {
    this.#address = address
  }

  /** Milliseconds from the sending of the request until the whole answer was there. Any status but 200 is an error. */
  async ask({ store, path }: Request): Promise<number> {
    const socket = await this.#opened()
    return await new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = (error) => reject(new Error(`${path.slice(0, 200)}: ${error.message}`))
      this.#received = Buffer.alloc(0)
      this.#asked = performance.now()
      socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\nx-store-id: ${store}\r\n\r\n`)
    })
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy()
  }

  async #opened(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed) return this.#socket
    const { hostname, port } = new URL(this.#address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.setNoDelay(true)
    socket.setTimeout(PATIENCE_SECONDS * 1000, () => socket.destroy(new Error('there was no answer for too long')))
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.#failed(error))
    socket.on('close', () => this.#failed(new Error('the server closed the connection')))
    this.#socket = socket
    return socket
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
    if (this.#received.length < end + 4 + length) return
    const milliseconds = performance.now() - this.#asked
    if (head.startsWith('HTTP/1.1 200 ')) this.#answered(milliseconds)
    else this.#failed(new Error(`${head.slice(9, 12)} ${this.#received.toString('utf8', end + 4, end + 304)}`))
  }
}
