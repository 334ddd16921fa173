import { randomBytes } from 'node:crypto'
import { noServers, startServer } from './server.ts'
import { query } from './sql.ts'

/** The variable that says where a process of a test run asks for the server that they share; global-setup.ts answers. */
export const DESK = 'TEST_POSTGRES_DESK'

/** A database with nothing in it, which is dropped when it is disposed of. */
export interface FreshDatabase extends AsyncDisposable {
  readonly url: string
}

/** Why tests that need a database have to be skipped, or false. */
export function noDatabases(): string | false {
  return process.env.TEST_DATABASE_URL ? false : noServers()
}

/** Makes a database on the server of TEST_DATABASE_URL if there is one, otherwise on a server made for the tests. */
export async function freshDatabase(): Promise<FreshDatabase> {
  server ??= findServer()
  const at = await server
  const name = `vitrine_test_${randomBytes(6).toString('hex')}`
  await query(at, `CREATE DATABASE ${name}`)
  const url = new URL(at)
  url.pathname = name
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await query(at, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

let server: Promise<string> | undefined

/** The address of the server that tests share. One that is started here ends with this process. */
async function findServer(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  const desk = process.env[DESK]
  if (!desk) return (await startServer()).url()
  const response = await fetch(desk)
  if (!response.ok) throw new Error(await response.text())
  return await response.text()
}
