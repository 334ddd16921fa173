import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { leftOut } from '../quick.ts'
import { findBinaries, noBinaries } from './binaries.ts'
import { Daemon, freePort } from './daemon.ts'

/** Settings of postgresql.conf. */
export type Settings = Readonly<Record<string, string | number | boolean>>

const USER = 'postgres'
const PASSWORD = 'secret'

/** Fast rather than durable: no test data has to survive a power cut. */
const FOR_TESTS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '64MB',
  fsync: false,
  synchronous_commit: false,
  full_page_writes: false,
  jit: false,
  wal_level: 'replica',
  wal_keep_size: '128MB',
}

/** The reason to skip tests that start servers, or false. */
export function noServers(): string | false {
  return leftOut('PostgreSQL servers of its own') || noBinaries()
}

/** Starts an empty server. */
export async function startServer(settings: Settings = {}): Promise<PostgresServer> {
  const server = new PostgresServer(await freePort(), settings)
  return await server.startedAfter(() => server.initialize())
}

/** A PostgreSQL server on 127.0.0.1 with its data. It can stop and start again on the same port. */
export class PostgresServer implements AsyncDisposable {
  readonly port: number
  readonly #settings: Settings
  readonly #daemon = new Daemon('QUIT')
  readonly #binaries = findBinaries()

  constructor(port: number, settings: Settings) {
    this.port = port
    this.#settings = { ...FOR_TESTS, ...settings }
  }

  /** The folder with the data. */
  get data(): string {
    return join(this.#daemon.folder, 'data')
  }

  /** The id of the server's main process while it runs. */
  get pid(): number | undefined {
    return this.#daemon.pid
  }

  /** Everything that the server has logged. */
  get log(): string {
    return this.#daemon.log
  }

  /** The address of a database, for the superuser. */
  url(database = 'postgres'): string {
    return `postgres://${USER}:${PASSWORD}@127.0.0.1:${this.port}/${database}`
  }

  /** Starts the server and waits until it accepts clients. `settings` override those of the constructor until it stops. */
  async start(settings: Settings = {}): Promise<void> {
    const all = Object.entries({ ...this.#settings, ...settings, port: this.port })
    const args = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
    await this.#daemon.start(this.#programs.postgres, ['-D', this.data, ...args], () => this.#ready())
  }

  /** Stops the server. `fast` ends all sessions and writes all data; `immediate` is a crash, and the next start recovers. */
  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.#daemon.stop(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#daemon[Symbol.asyncDispose]()
  }

  /** Creates an empty data folder. */
  async initialize(): Promise<void> {
    const password = join(this.#daemon.folder, 'password')
    writeFileSync(password, PASSWORD, { mode: 0o644 })
    await this.#daemon.run(
      this.#programs.initdb,
      [`--pgdata=${this.data}`, `--username=${USER}`, `--pwfile=${password}`, '--auth=scram-sha-256'].concat(
        ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ['--no-sync', '--no-instructions'],
      ),
    )
  }

  /** Prepares the data folder and starts. A failure leaves nothing behind. */
  async startedAfter(prepare: () => Promise<void>): Promise<this> {
    try {
      await prepare()
      await this.start()
      return this
    } catch (error) {
      await this[Symbol.asyncDispose]()
      throw error
    }
  }

  get #programs() {
    if (typeof this.#binaries === 'string') throw new Error(this.#binaries)
    return this.#binaries
  }

  /** The lock file names the process in its first line and the state in its eighth. */
  #ready(): boolean {
    try {
      const lines = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')
      return lines[0] === String(this.pid) && lines[7]?.trim() === 'ready'
    } catch {
      return false
    }
  }
}
