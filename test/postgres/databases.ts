import { randomBytes } from 'node:crypto'
import { leftOut } from '../quick.ts'
import { noBinaries } from './binaries.ts'
import { startServer } from './server.ts'
import { query } from './sql.ts'

/** The environment variable with the address where a test process asks for the shared server. See global-setup.ts. */
export const SERVER_LOOKUP = 'TEST_POSTGRES_LOOKUP'

/** An empty database. Disposing of it drops it. */
export interface FreshDatabase extends AsyncDisposable {
  readonly url: string
}

/** The reason to skip tests that need a database, or false. */
export function noDatabases(): string | false {
  return leftOut('a PostgreSQL database') || (process.env.TEST_DATABASE_URL ? false : noBinaries())
}

/** Creates a database on the server of TEST_DATABASE_URL, or else on the server that the tests share. */
export async function freshDatabase(): Promise<FreshDatabase> {
  server ??= findServer()
  const serverUrl = await server
  const name = `vitrine_test_${randomBytes(6).toString('hex')}`
  await query(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

let server: Promise<string> | undefined

/** The address of the shared server. Without a global setup this process starts a server, which ends with it. */
async function findServer(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  const lookup = process.env[SERVER_LOOKUP]
  if (!lookup) return (await startServer()).url()
  const response = await fetch(lookup)
  if (!response.ok) throw new Error(await response.text())
  return await response.text()
}
