import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client } from 'pg'

const SCRIPT = readFileSync(resolve(import.meta.dirname, '../../docs/postgres-roles.sql'), 'utf8')

/** The addresses of one database for a writer and for a reader. */
export interface Roles {
  readonly writer: string
  readonly reader: string
}

/** Creates the roles of docs/postgres-roles.sql. `url` is the address of a database for a superuser. */
export async function withRoles(url: string): Promise<Roles> {
  // Roles belong to the server and advisory locks to a database, so all test processes lock in `postgres`.
  const lock = new URL(url)
  lock.pathname = 'postgres'
  const locking = new Client({ connectionString: lock.href })
  await locking.connect()
  try {
    await locking.query('SELECT pg_advisory_lock(1)')
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(SCRIPT)
    await client.query(`ALTER ROLE vitrine_writer PASSWORD 'writes'; ALTER ROLE vitrine_reader PASSWORD 'reads'`)
    await client.end()
  } finally {
    await locking.end()
  }
  return { writer: as(url, 'vitrine_writer', 'writes'), reader: as(url, 'vitrine_reader', 'reads') }
}

function as(url: string, role: string, password: string): string {
  const address = new URL(url)
  address.username = role
  address.password = password
  return address.href
}
