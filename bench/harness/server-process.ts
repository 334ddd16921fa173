import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/postgres/daemon.ts'
import type { StoreRequest } from './requests.ts'

const SERVER_CORE = '0'
const START_SECONDS = 120
const STOP_MILLISECONDS = 5000

/** A server that takes less processor time than this in half a second is idle. */
const IDLE_MICROSECONDS = 25_000
const IDLE_MILLISECONDS = 500

/** The memory of a process in MB: all of it, its private part, and mapped files, which the system can take back. */
export type ProcessMemory = { resident: number; anonymous: number; file: number }

/** A server in a process of its own, pinned to one core. Disposing of it stops the process. */
export class ServerProcess implements AsyncDisposable {
  readonly address: string
  /** From the start of the process to its first response. */
  readonly startMilliseconds: number
  readonly #process: ChildProcess

  private constructor(process: ChildProcess, address: string, startMilliseconds: number) {
    this.#process = process
    this.address = address
    this.startMilliseconds = startMilliseconds
  }

  /** Runs `node` with the arguments for a free port, and waits until the server answers `first` with 200. */
  static async start(
    createArguments: (port: number) => string[],
    first: StoreRequest,
    core = SERVER_CORE,
  ): Promise<ServerProcess> {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const started = performance.now()
    const child = spawn('taskset', ['-c', core, process.execPath, ...createArguments(port)], {
      stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
    })
    try {
      await waitForResponse(child, address, first)
      return new ServerProcess(child, address, performance.now() - started)
    } catch (error) {
      await stop(child)
      throw error
    }
  }

  /** The memory of the process, from Linux. Zeros if the process has ended. */
  async memory(): Promise<ProcessMemory> {
    const status = hasEnded(this.#process) ? '' : await readFile(`/proc/${this.#process.pid}/status`, 'utf8')
    const field = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
    return { resident: field('VmRSS'), anonymous: field('RssAnon'), file: field('RssFile') }
  }

  /** The processor time of the process and then of each of its child processes, in microseconds, from Linux. */
  async processorTimes(): Promise<number[]> {
    const { pid } = this.#process
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? []
    return await Promise.all([String(pid), ...children].map(processorTime))
  }

  /** Resolves once the server has done nothing for a while: what it prepares in the background would count as requests. */
  async untilIdle(): Promise<void> {
    for (let before = sum(await this.processorTimes()); ; ) {
      await sleep(IDLE_MILLISECONDS)
      const after = sum(await this.processorTimes())
      if (after - before < IDLE_MICROSECONDS) return
      before = after
    }
  }

  /** The report of the probe that the server has preloaded. */
  async probe<Report>(): Promise<Report> {
    const message = once(this.#process, 'message', { signal: AbortSignal.timeout(60_000) })
    this.#process.send('report')
    return (await message)[0]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#process)
  }
}

/** Microseconds of all threads of a process that have not ended. */
async function processorTime(pid: string): Promise<number> {
  const folder = `/proc/${pid}/task`
  const times = (await readdir(folder)).map(async (thread) => {
    // A thread that has just ended has no file.
    const text = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0')
    return Number.parseInt(text, 10) / 1000
  })
  return sum(await Promise.all(times))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

async function waitForResponse(child: ChildProcess, address: string, { store, path }: StoreRequest): Promise<void> {
  const url = `${address}${path}`
  const deadline = performance.now() + START_SECONDS * 1000
  let problem = 'no response'
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error(`the server exited with ${child.exitCode ?? child.signalCode}`)
    try {
      const response = await fetch(url, { headers: { 'x-store-id': store }, signal: AbortSignal.timeout(10_000) })
      const body = await response.text()
      if (response.status === 200) return
      problem = `${response.status} ${body.slice(0, 200)}`
    } catch (error) {
      problem = String(error)
    }
    await sleep(2)
  }
  throw new Error(`the server did not answer ${url} within ${START_SECONDS} s: ${problem}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
  await exit
  clearTimeout(timer)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
