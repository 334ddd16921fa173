import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const SERVER_CORE = '0'
const START_SECONDS = 120

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

  /** Runs `node …arguments` once they are told the port, and waits until it answers `path` with 200. */
  static async start(argumentsOf: (port: number) => string[], path: string, store: string): Promise<Server> {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const started = performance.now()
    const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, ...argumentsOf(port)], {
      stdio: ['ignore', process.stderr, process.stderr],
    })
    try {
      await firstAnswer(child, `${address}${path}`, store)
      return new Server(child, address, performance.now() - started)
    } catch (error) {
      await stop(child)
      throw error
    }
  }

  /** What the process has in memory now, in MB; Linux tells. */
  async residentMegabytes(): Promise<number> {
    const status = await readFile(`/proc/${this.#process.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
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

async function firstAnswer(child: ChildProcess, url: string, store: string): Promise<void> {
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
