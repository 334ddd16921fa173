import { VitrineError } from '../../catalog/error.ts'

/** Whether a database is named by the address of a PostgreSQL server. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:/i.test(database)
}

/**
 * One address a server, of an address that may name several: `postgres://reader@db1:5432,db2/shop`. What is not in it
 * is taken from libpq's variables (`PGPASSWORD`, …). Throws `database-unusable`.
 */
export function serversOf(database: string): URL[] {
  const [, scheme, credentials = '', hosts, rest] =
    /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?]*)(.*)$/is.exec(database) ?? []
  const servers = (hosts ?? '').split(',').map((host) => URL.parse(`${scheme}${credentials}${host}${rest}`))
  if (scheme && servers.every((server) => server !== null && server.pathname.length > 1)) return servers as URL[]
  const example = 'postgres://reader@db.example:5432/shop'
  throw new VitrineError(
    'database-unusable',
    `${JSON.stringify(nameOf(database))} names no database of a PostgreSQL server; an address such as ${example} does`,
  )
}

/** What may be said of a server: never its password. */
export function nameOf(server: URL | string): string {
  return String(server)
    .replace(/\/\/[^@/]*@/, '//')
    .replace(/\?.*$/s, '')
}
