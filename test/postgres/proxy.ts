import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './daemon.ts'
import { RoundTripCounter } from './round-trip-counter.ts'

/** Starts a proxy to a PostgreSQL server. A test can count round trips through it, slow it down and block it. */
export async function proxyTo(url: string): Promise<WireProxy> {
  const proxy = new WireProxy(url, await freePort())
  await proxy.letThrough()
  return proxy
}

export class WireProxy implements AsyncDisposable {
  /** Milliseconds added to each round trip. */
  latency = 0
  /** Number of connections made so far. */
  connections = 0
  readonly #server: URL
  readonly #port: number
  readonly #pairs = new Set<ConnectionPair>()
  #listener: Server | undefined
  #hanging = false
  #roundTrips = 0

  constructor(url: string, port: number) {
    this.#server = new URL(url)
    this.#port = port
  }

  /** The server's address through the proxy. */
  get url(): string {
    const url = new URL(this.#server)
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  /** Number of open connections. */
  get open(): number {
    return this.#pairs.size
  }

  /**
   * Round trips so far: how often a client sent something after the server had answered everything. Messages sent together
   * count once. Logging in does not count.
   */
  get roundTrips(): number {
    return this.#roundTrips
  }

  /** Counts the round trips of `work`. */
  async count<Result>(work: () => Promise<Result>): Promise<{ roundTrips: number; result: Result }> {
    const before = this.#roundTrips
    const result = await work()
    return { roundTrips: this.#roundTrips - before, result }
  }

  /** Accepts connections but passes nothing on, on new connections and on existing ones. */
  hang(): void {
    this.#hanging = true
    for (const pair of this.#pairs) pair.hold()
  }

  /** The pipe of a connection to one of its sides. Number 0 is the connection that was made first. */
  pipe(connection: number, to: 'server' | 'client'): DelayedPipe {
    return [...this.#pairs][connection]!.pipeTo(to)
  }

  /** Breaks every connection. Accepts new ones. */
  cut(): void {
    for (const pair of this.#pairs) pair.cut()
  }

  /** Breaks every connection and accepts no new ones. */
  async refuse(): Promise<void> {
    const closed = this.#listener && once(this.#listener, 'close')
    this.#listener?.close()
    this.#listener = undefined
    this.cut()
    await closed
  }

  /** Accepts and passes on everything again, including what clients have sent in the meantime. */
  async letThrough(): Promise<void> {
    this.#hanging = false
    for (const pair of this.#pairs) pair.release()
    if (this.#listener) return
    this.#listener = createServer((client) => this.#accept(client)).listen(this.#port, '127.0.0.1')
    await once(this.#listener, 'listening')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.refuse()
  }

  #accept(client: Socket): void {
    this.connections++
    const server = connect(Number(this.#server.port || 5432), this.#server.hostname)
    const pair = new ConnectionPair(
      client,
      server,
      () => this.latency,
      () => this.#roundTrips++,
    )
    this.#pairs.add(pair)
    const forget = () => pair.closed && this.#pairs.delete(pair)
    client.once('close', forget)
    server.once('close', forget)
    if (this.#hanging) pair.hold()
  }
}

/** A client's connection to the proxy and the proxy's connection to the server. */
class ConnectionPair {
  readonly #client: Socket
  readonly #server: Socket
  readonly #toServer: DelayedPipe
  readonly #toClient: DelayedPipe

  constructor(client: Socket, server: Socket, latency: () => number, onRoundTrip: () => void) {
    this.#client = client.setNoDelay()
    this.#server = server.setNoDelay()
    const counter = new RoundTripCounter(onRoundTrip)
    // Counted when it is sent, not when it is passed on: an answer then comes at least a latency later.
    client.on('data', (bytes: Buffer) => counter.fromClient(bytes))
    server.on('data', (bytes: Buffer) => counter.fromServer(bytes))
    this.#toServer = new DelayedPipe(client, server, latency)
    this.#toClient = new DelayedPipe(server, client, () => 0)
  }

  pipeTo(side: 'server' | 'client'): DelayedPipe {
    return side === 'server' ? this.#toServer : this.#toClient
  }

  get closed(): boolean {
    return this.#client.destroyed && this.#server.destroyed
  }

  hold(): void {
    this.#toServer.hold()
    this.#toClient.hold()
  }

  release(): void {
    this.#toServer.release()
    this.#toClient.release()
  }

  cut(): void {
    this.#client.resetAndDestroy()
    this.#server.destroy()
  }
}

/** Passes the bytes of one socket to another after a delay, and then the end. */
export class DelayedPipe {
  readonly #source: Socket
  readonly #target: Socket
  readonly #latency: () => number
  readonly #waiting: { readonly due: number; readonly bytes: Buffer | undefined }[] = []
  #held = false
  #timer: NodeJS.Timeout | undefined

  constructor(source: Socket, target: Socket, latency: () => number) {
    this.#source = source
    this.#target = target
    this.#latency = latency
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

  /** Whether there are bytes that it has not passed on yet. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
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
    if (this.#target.write(bytes)) return
    this.#source.pause()
    this.#target.once('drain', () => this.#source.resume())
  }
}
