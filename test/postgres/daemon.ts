import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../temporary.ts'

/** Milliseconds that a program may take to start or to end. */
const TIMEOUT = 90_000

/** PostgreSQL refuses to run as root. If the tests are root, programs run as the user `nobody`. */
export const UNPRIVILEGED: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/**
 * A background program with a temporary folder. Disposing ends the program and removes the folder. So does the death of
 * this process, even by SIGKILL: a guard, a shell that waits for the end of its standard input, then cleans up.
 */
export class Daemon implements AsyncDisposable {
  readonly folder = temporaryFolder().path
  readonly #guard: ChildProcess
  #child: ChildProcess | undefined
  #disposed: Promise<void> | undefined

  /** `lastSignal` ends the program immediately. */
  constructor(lastSignal: 'QUIT' | 'KILL') {
    if (UNPRIVILEGED.uid !== undefined) chownSync(this.folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid!)
    this.#guard = spawn('sh', ['-c', GUARD, 'guard', lastSignal, this.folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      detached: true,
    })
    this.#guard.unref()
    const input = this.#guard.stdin as Socket
    input.unref().on('error', () => {})
  }

  /** The id of the program's process while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The output of the program so far. */
  get log(): string {
    const file = join(this.folder, 'log')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** Starts the program and waits until it is ready. */
  async start(program: string, args: readonly string[], ready: () => boolean | Promise<boolean>): Promise<void> {
    if (this.#child) throw new Error(`${program} is already running`)
    const child = this.#spawn(program, args)
    for (const deadline = Date.now() + TIMEOUT; Date.now() < deadline; await pause(10)) {
      if (this.#child !== child) break
      if (await ready()) return
    }
    throw new Error(`${program} did not start:\n${this.log}`)
  }

  /** Runs another program to its end as the same user. */
  async run(program: string, args: readonly string[]): Promise<void> {
    const child = this.#spawn(program, args)
    await this.#ended(child, program)
    if (child.exitCode !== 0) throw new Error(`${program} failed:\n${this.log}`)
  }

  /** Sends a signal and waits until the program has ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child) return
    child.kill(signal)
    await this.#ended(child, child.spawnfile)
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposed ??= this.#dispose()
    return this.#disposed
  }

  async #dispose(): Promise<void> {
    const child = this.#child
    const ended = Promise.all([once(this.#guard, 'exit'), child && this.#ended(child, child.spawnfile)])
    this.#guard.ref()
    this.#guard.stdin!.end()
    await ended
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const log = openSync(join(this.folder, 'log'), 'a')
    const child = spawn(program, args, {
      ...UNPRIVILEGED,
      stdio: ['ignore', log, log],
      cwd: this.folder,
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    })
    closeSync(log)
    child.unref()
    this.#child = child
    child.once('exit', () => this.#forget(child)).once('error', () => this.#forget(child))
    this.#guard.stdin!.write(`${child.pid ?? ''}\n`)
    return child
  }

  #forget(child: ChildProcess): void {
    if (this.#child !== child) return
    this.#child = undefined
    if (!this.#guard.stdin!.writableEnded) this.#guard.stdin!.write('\n')
  }

  async #ended(child: ChildProcess, program: string): Promise<void> {
    child.ref()
    for (const deadline = Date.now() + TIMEOUT; this.#child === child; await pause(5)) {
      if (Date.now() < deadline) continue
      child.kill('SIGKILL')
      throw new Error(`${program} did not end:\n${this.log}`)
    }
    child.unref()
  }
}

/** The path of a program, or undefined. Some systems keep daemons in folders that are not in a user's PATH. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders, '/usr/sbin', '/usr/local/sbin'].map((folder) => join(folder, name)).find(existsSync)
}

/**
 * A free port of 127.0.0.1. It lies outside the range for outgoing connections, so it is still free when a server that used
 * it starts again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    const free = await Promise.race([
      once(server, 'listening').then(() => true),
      new Promise<false>((resolve) => server.once('error', () => resolve(false))),
    ]).catch(() => false)
    server.close()
    if (free) return port
  }
}

/**
 * Its input has one line for each change: the process id after a start, an empty line after an end. An ended process may
 * stay a zombie if the first process of a container does not reap orphans.
 */
const GUARD = `
  while read -r line; do pid=$line; done
  runs() { [ -n "$pid" ] && kill -0 "$pid" && ! grep -qs ') Z ' "/proc/$pid/stat"; }
  runs && kill -"$1" "$pid"
  for turn in $(seq 200); do runs || break; sleep 0.05; done
  rm -rf "$2"
`
