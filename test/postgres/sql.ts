import { Client, type QueryResultRow } from 'pg'

/** Runs one statement, or several without values, over a new connection. Returns the rows. */
export async function query<Row extends QueryResultRow = Record<string, unknown>>(
  url: string,
  sql: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql, values as unknown[] | undefined)).rows
  } finally {
    await client.end()
  }
}
