import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Daemon, findProgram, freePort } from './daemon.ts'
import { query } from './sql.ts'

/** PgBouncer in front of a server. A client holds a server connection only during a transaction. */
export interface Pooler extends AsyncDisposable {
  /** The address of a database through the pooler. */
  url(database?: string): string
}

/** The reason to skip tests with a pooler, or false. */
export function noPooler(): string | false {
  return findProgram('pgbouncer') === undefined && 'PgBouncer is not installed; on Debian: apt-get install pgbouncer'
}

/** Starts PgBouncer in transaction mode in front of the server at this address. `settings` go into its file. */
export async function startPooler(server: string, settings: Record<string, string | number> = {}): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(server)
  const daemon = new Daemon('KILL')
  const ownPort = await freePort()
  const url = (database = pathname.slice(1)) => `postgres://${username}:${password}@127.0.0.1:${ownPort}/${database}`
  const file = join(daemon.folder, 'pgbouncer.ini')
  const users = join(daemon.folder, 'users.txt')
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: password === '' ? 'trust' : 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: 10,
    max_client_conn: 500,
    server_login_retry: 1,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    file,
    ['[databases]', `* = host=${hostname} port=${port || 5432}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  const isReady = () => query(url(), 'SELECT').then(Boolean, () => false)
  try {
    await daemon.start(findProgram('pgbouncer') ?? 'pgbouncer', [file], isReady)
  } catch (error) {
    await daemon[Symbol.asyncDispose]()
    throw error
  }
  return { url, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]() }
}
