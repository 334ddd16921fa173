import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Conversation } from './conversation.ts'
import { freePort } from './daemon.ts'

/** A way to a PostgreSQL server that a test can watch, slow down and block. */
export async function proxyTo(url: string): Promise<WireProxy> {
  const proxy = new WireProxy(url, await freePort())
  await proxy.letThrough()
  return proxy
}

export class WireProxy implements AsyncDisposable {
  /** By how much longer a round trip takes, in milliseconds. */
  latency = 0
  /** Connections that clients have made so far. */
  connections = 0
  readonly #server: URL
  readonly #port: number
  readonly #lines = new Set<Line>()
  #listener: Server | undefined
  #hanging = false
  #roundTrips = 0

  constructor(url: string, port: number) {
    this.#server = new URL(url)
    this.#port = port
  }

  /** The server's address, by way of the proxy. */
  get url(): string {
    const url = new URL(this.#server)
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  /** Connections that are open. */
  get open(): number {
    return this.#lines.size
  }

  /**
   * How often a client has sent something when the server had answered everything before. What is sent in one go counts
   * once, however much it is; so does not what belongs to logging in.
   */
  get roundTrips(): number {
    return this.#roundTrips
  }

  /** How many round trips something takes, and what it gives. */
  async count<Result>(work: () => Promise<Result>): Promise<{ roundTrips: number; result: Result }> {
    const before = this.#roundTrips
    const result = await work()
    return { roundTrips: this.#roundTrips - before, result }
  }

  /** From now on connections are taken, and nothing comes back on them nor on the older ones. */
  hang(): void {
    this.#hanging = true
    for (const line of this.#lines) line.hold()
  }

  /** Breaks every connection. New ones are let in. */
  cut(): void {
    for (const line of this.#lines) line.cut()
  }

  /** Breaks every connection, and lets no new ones in. */
  async refuse(): Promise<void> {
    const closed = this.#listener && once(this.#listener, 'close')
    this.#listener?.close()
    this.#listener = undefined
    this.cut()
    await closed
  }

  /** Lets everything through again, also what clients have sent while nothing came back. */
  async letThrough(): Promise<void> {
    this.#hanging = false
    for (const line of this.#lines) line.release()
    if (this.#listener) return
    this.#listener = createServer((client) => this.#take(client)).listen(this.#port, '127.0.0.1')
    await once(this.#listener, 'listening')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.refuse()
  }

  #take(client: Socket): void {
    this.connections++
    const server = connect(Number(this.#server.port || 5432), this.#server.hostname)
    const line = new Line(
      client,
      server,
      () => this.latency,
      () => this.#roundTrips++,
    )
    this.#lines.add(line)
    const forget = () => line.over && this.#lines.delete(line)
    client.once('close', forget)
    server.once('close', forget)
    if (this.#hanging) line.hold()
  }
}

/** One client's connection, and the one to the server that belongs to it. */
class Line {
  readonly #client: Socket
  readonly #server: Socket
  readonly #there: Way
  readonly #back: Way

  constructor(client: Socket, server: Socket, latency: () => number, onRoundTrip: () => void) {
    this.#client = client.setNoDelay()
    this.#server = server.setNoDelay()
    const conversation = new Conversation(onRoundTrip)
    this.#there = new Way(client, server, latency, (bytes) => conversation.fromClient(bytes))
    this.#back = new Way(
      server,
      client,
      () => 0,
      (bytes) => conversation.fromServer(bytes),
    )
  }

  get over(): boolean {
    return this.#client.destroyed && this.#server.destroyed
  }

  hold(): void {
    this.#there.hold()
    this.#back.hold()
  }

  release(): void {
    this.#there.release()
    this.#back.release()
  }

  cut(): void {
    this.#client.resetAndDestroy()
    this.#server.destroy()
  }
}

/** The bytes that go from one socket to another, and at last the end of them. */
class Way {
  readonly #source: Socket
  readonly #target: Socket
  readonly #latency: () => number
  readonly #watch: (bytes: Buffer) => void
  readonly #waiting: { readonly due: number; readonly bytes: Buffer | undefined }[] = []
  #held = false
  #timer: NodeJS.Timeout | undefined

  constructor(source: Socket, target: Socket, latency: () => number, watch: (bytes: Buffer) => void) {
    this.#source = source
    this.#target = target
    this.#latency = latency
    this.#watch = watch
    source.on('error', () => {})
    source.on('data', (bytes: Buffer) => this.#take(bytes))
    source.once('close', () => this.#take(undefined))
  }

  hold(): void {
    this.#held = true
  }

  release(): void {
    this.#held = false
    this.#move()
  }

  #take(bytes: Buffer | undefined): void {
    this.#waiting.push({ due: performance.now() + this.#latency(), bytes })
    this.#move()
  }

  #move(): void {
    for (let next = this.#waiting[0]; next && !this.#held; next = this.#waiting[0]) {
      const wait = next.due - performance.now()
      if (wait > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined
          this.#move()
        }, wait)
        return
      }
      this.#waiting.shift()
      this.#pass(next.bytes)
    }
  }

  #pass(bytes: Buffer | undefined): void {
    if (!bytes) {
      this.#target.destroySoon()
      return
    }
    this.#watch(bytes)
    if (this.#target.write(bytes)) return
    this.#source.pause()
    this.#target.once('drain', () => this.#source.resume())
  }
}
