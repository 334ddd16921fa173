import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { HttpConnection } from './http-connection.ts'
import type { StoreRequest } from './requests.ts'
import { ServerProcess } from './server-process.ts'

/** What a turn of requests cost. */
export type Turn = {
  /** Processor time of the server and its workers, in microseconds a request. */
  micros: number
  milliseconds: number[]
  bodies: Buffer[]
}

export const CONNECTIONS = 16
const CLIENT_CORE = '1'
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))

/** What a server may do after its last response. */
const PAUSE_MILLISECONDS = 3

/** A server that gets its requests in turns with others, over connections with one request at a time each. */
export class Target implements AsyncDisposable {
  readonly server: ServerProcess
  readonly #connections: HttpConnection[]

  constructor(server: ServerProcess, connections = CONNECTIONS) {
    this.server = server
    this.#connections = Array.from({ length: connections }, () => new HttpConnection(server.address))
  }

  /** A server of Node without any code of ours: see bare-server.ts. */
  static async bare(connections = CONNECTIONS): Promise<Target> {
    const first = { store: 'any', path: '/2' }
    return new Target(await ServerProcess.start((port) => [BARE_SERVER, String(port)], first), connections)
  }

  async take(requests: readonly StoreRequest[]): Promise<Turn> {
    const [milliseconds, bodies]: [number[], Buffer[]] = [[], []]
    const before = await this.server.processorTimes()
    let next = 0
    const send = async (connection: HttpConnection) => {
      while (next < requests.length) {
        const index = next++
        const reply = await connection.send(requests[index]!)
        milliseconds[index] = reply.milliseconds
        bodies[index] = reply.body
      }
    }
    await Promise.all(this.#connections.map(send))
    await pause(PAUSE_MILLISECONDS)
    const after = await this.server.processorTimes()
    const used = after.reduce((sum, time, index) => sum + time - (before[index] ?? 0), 0)
    return { micros: used / requests.length, milliseconds, bodies }
  }

  /** The same requests to a bare server, which then answers with as many bytes. */
  async takeBytes(requests: readonly StoreRequest[], bodies: readonly Buffer[]): Promise<Turn> {
    return await this.take(
      requests.map((request, index) => ({ ...request, path: `/${bodies[index]!.byteLength}${request.path}` })),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#connections) connection[Symbol.dispose]()
    await this.server[Symbol.asyncDispose]()
  }
}

/** Keeps this process away from the processor core of the servers. */
export function pinClient(): void {
  execFileSync('taskset', ['-a', '-p', '-c', CLIENT_CORE, String(process.pid)], { stdio: 'ignore' })
}
