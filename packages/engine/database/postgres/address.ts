import { VitrineError } from '@vitrine/catalog/error'

/** Whether the database is the address of a PostgreSQL server. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:/i.test(database)
}

/**
 * The address of each server of an address that may name several: `postgres://reader@db1:5432,db2/shop`. Missing parts
 * come from libpq's environment variables (`PGPASSWORD`, …). Throws `database-unusable`.
 */
export function serverUrls(database: string): URL[] {
  const [, scheme, credentials = '', hosts, path] =
    /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?]*)(.*)$/is.exec(database) ?? []
  const servers = (hosts ?? '').split(',').map((host) => URL.parse(`${scheme}${credentials}${host}${path}`))
  if (scheme && servers.every((server) => server !== null && server.pathname.length > 1)) return servers as URL[]
  const example = 'postgres://reader@db.example:5432/shop'
  throw new VitrineError(
    'database-unusable',
    `${JSON.stringify(withoutPassword(database))} names no database of a PostgreSQL server; an address such as ${example} does`,
  )
}

/** An address for messages: without its password and parameters. */
export function withoutPassword(server: URL | string): string {
  return (
    String(server)
      // To the last @: a password that is not encoded may contain a slash, a question mark or another @.
      .replace(/\/\/.*@/s, '//')
      .replace(/\?.*$/s, '')
  )
}
