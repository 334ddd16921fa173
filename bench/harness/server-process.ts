import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Inside } from './inside.ts'
import type { Request } from './request.ts'

const SERVER_CORE = '0'
const START_SECONDS = 120

/** What a process has in memory, in MB: in all, of its own, and of files that the system can take back. */
export type Memory = { resident: number; anonymous: number; file: number }

/** A server in a process of its own, on a core of its own. Stops when it is disposed of. */
export class Server implements AsyncDisposable {
  readonly address: string
  /** From the start of the process until it had answered its first request. */
  readonly startMilliseconds: number
  readonly #process: ChildProcess

  private constructor(process: ChildProcess, address: string, startMilliseconds: number) {
    this.#process = process
    this.address = address
    this.startMilliseconds = startMilliseconds
  }

  /** Runs `node …arguments` once they are told the port, and waits until it answers the first request with 200. */
  static async start(argumentsOf: (port: number) => string[], first: Request, core = SERVER_CORE): Promise<Server> {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const started = performance.now()
    const child = spawn('taskset', ['-c', core, process.execPath, ...argumentsOf(port)], {
      stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
    })
    try {
      await firstAnswer(child, address, first)
      return new Server(child, address, performance.now() - started)
    } catch (error) {
      await stop(child)
      throw error
    }
  }

  /** What the process has in memory now; Linux tells. Nothing if it has ended. */
  async memory(): Promise<Memory> {
    const status = hasEnded(this.#process) ? '' : await readFile(`/proc/${this.#process.pid}/status`, 'utf8')
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
    return { resident: megabytes('VmRSS'), anonymous: megabytes('RssAnon'), file: megabytes('RssFile') }
  }

  /** What the process has had read from the disk so far, in bytes; Linux tells. */
  async bytesFromDisk(): Promise<number> {
    const counts = await readFile(`/proc/${this.#process.pid}/io`, 'utf8')
    return Number(/^read_bytes: (\d+)/m.exec(counts)?.[1])
  }

  /** What a server that was started with inside.ts tells of itself; its longest block counts anew from now on. */
  async inside(): Promise<Inside> {
    const answer = once(this.#process, 'message', { signal: AbortSignal.timeout(60_000) })
    this.#process.send('tell')
    return (await answer)[0]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#process)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port to be had')
  return address.port
}

async function firstAnswer(child: ChildProcess, address: string, { store, path }: Request): Promise<void> {
  const url = `${address}${path}`
  const deadline = performance.now() + START_SECONDS * 1000
  let last = 'no answer'
  while (performance.now() < deadline) {
    if (hasEnded(child))
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode} instead of answering`)
    try {
      const response = await fetch(url, { headers: { 'x-store-id': store }, signal: AbortSignal.timeout(10_000) })
      const body = await response.text()
      if (response.status === 200) return
      last = `${response.status} ${body.slice(0, 200)}`
    } catch (error) {
      last = String(error)
    }
    await pause(2)
  }
  throw new Error(`the server did not answer ${url} within ${START_SECONDS} s: ${last}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(patience)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
