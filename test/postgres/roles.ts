import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client } from 'pg'

const SCRIPT = readFileSync(resolve(import.meta.dirname, '../../docs/postgres-roles.sql'), 'utf8')

/** The addresses of a database for who writes and for who reads. */
export interface Roles {
  readonly writer: string
  readonly reader: string
}

/** Makes the roles of docs/postgres-roles.sql for a database, whose address must be a superuser's. */
export async function withRoles(url: string): Promise<Roles> {
  // Roles are the whole server's, and what changes them must not run twice at once. Locks are a database's.
  const lock = new URL(url)
  lock.pathname = 'postgres'
  const waiting = new Client({ connectionString: lock.href })
  await waiting.connect()
  try {
    await waiting.query('SELECT pg_advisory_lock(1)')
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(SCRIPT)
    await client.query(`ALTER ROLE vitrine_writer PASSWORD 'writes'; ALTER ROLE vitrine_reader PASSWORD 'reads'`)
    await client.end()
  } finally {
    await waiting.end()
  }
  return { writer: as(url, 'vitrine_writer', 'writes'), reader: as(url, 'vitrine_reader', 'reads') }
}

function as(url: string, role: string, password: string): string {
  const address = new URL(url)
  address.username = role
  address.password = password
  return address.href
}
