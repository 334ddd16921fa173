import pg from 'pg'
import postgres from 'postgres'
import { startServer } from '../test/postgres/server.ts'
import { query } from '../test/postgres/sql.ts'
import { integer, readOptions, SHARED } from './harness/options.ts'
import { describeRun, formatInteger, table, writeJson } from './harness/report.ts'

const DESCRIPTION = `Throughput and processor time of PostgreSQL drivers, for what Vitrine reads: twenty documents joined by the server, one
document, and a posting list of 128 kB. It starts a PostgreSQL server. Sixteen requests run at a time.`

const DOCUMENTS = 50_000
const LISTS = 20
const CONCURRENCY = 16

const JOINED = `
  SELECT string_agg(d.body, ',' ORDER BY p.rank) FROM unnest($1::int[]) WITH ORDINALITY AS p (position, rank)
  JOIN documents d ON d.store = 'main' AND d.position = p.position`
const SINGLE = `SELECT body FROM documents WHERE store = 'main' AND position = $1`
const POSTINGS = 'SELECT positions FROM lists WHERE list = $1'

const READS = ['joined', 'single', 'postings'] as const

/** Reads the bytes that would go to a socket or into a posting list. */
type Driver = Record<(typeof READS)[number], () => Promise<Buffer>> & AsyncDisposable
type Throughput = { perSecond: number; cpuMicroseconds: number }

const { connections, seconds, rounds, json } = readOptions(DESCRIPTION, {
  connections: integer('connections of each driver', 4),
  seconds: integer('seconds of each measurement', 2),
  rounds: integer('measurements of each driver, of which the best counts', 3),
  json: SHARED.json,
})

await using stack = new AsyncDisposableStack()
const server = stack.use(await startServer({ shared_buffers: '512MB' }))
await query(
  server.url(),
  `CREATE TABLE documents (store text COLLATE "C", position int, body text, PRIMARY KEY (store, position));
  ALTER TABLE documents ALTER COLUMN body SET STORAGE EXTERNAL;
  INSERT INTO documents SELECT 'main', i, repeat(md5(i::text), 30) FROM generate_series(0, ${DOCUMENTS - 1}) i;
  CREATE TABLE lists (list int PRIMARY KEY, positions bytea);
  ALTER TABLE lists ALTER COLUMN positions SET STORAGE EXTERNAL;
  INSERT INTO lists SELECT i, decode(repeat(md5(i::text), 8000), 'hex') FROM generate_series(0, ${LISTS - 1}) i;
  ANALYZE`,
)
const drivers: Record<string, Driver> = {
  'postgres, raw': stack.use(postgresJs(server.url())),
  'pg, one query at a time': stack.use(await nodePostgres(server.url(), false)),
  'pg, pipelined': stack.use(await nodePostgres(server.url(), true)),
}

const results = Object.keys(drivers).map((driver) => ({ driver, best: {} as Record<string, Throughput> }))
for (let round = 0; round < rounds; round++) {
  for (const { driver, best } of results) {
    for (const read of READS) {
      const throughput = await measure(drivers[driver]![read])
      if (throughput.perSecond > (best[read]?.perSecond ?? 0)) best[read] = throughput
    }
  }
}

console.log(`${describeRun()}; ${connections} connections, the best of ${rounds}.\n`)
console.log(
  table(
    ['driver', '20 documents/s', 'CPU µs', 'one document/s', 'CPU µs', 'list of 128 kB/s', 'CPU µs'],
    results.map(({ driver, best }) => [
      driver,
      ...READS.flatMap((read) => [formatInteger(best[read]!.perSecond), formatInteger(best[read]!.cpuMicroseconds)]),
    ]),
  ),
)
await writeJson(json, { connections, rounds, results })

async function measure(read: () => Promise<Buffer>): Promise<Throughput> {
  let count = 0
  const started = performance.now()
  const deadline = started + seconds * 1000
  const before = process.cpuUsage()
  const readers = Array.from({ length: CONCURRENCY }, async () => {
    for (; performance.now() < deadline; count++) await read()
  })
  await Promise.all(readers)
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (count / (performance.now() - started)) * 1000, cpuMicroseconds: (user + system) / count }
}

/** Its raw mode does not decode text; bytes arrive as hexadecimal text. */
function postgresJs(url: string): Driver {
  const sql = postgres(url, { max: connections, fetch_types: false })
  const read = async (statement: string, value: string | number) =>
    (await sql.unsafe(statement, [value], { prepare: true }).raw())[0]![0] as unknown as Buffer
  return {
    joined: () => read(JOINED, twentyPositions()),
    single: () => read(SINGLE, randomPosition()),
    postings: async () => Buffer.from((await read(POSTINGS, randomPosition() % LISTS)).toString('latin1', 2), 'hex'),
    [Symbol.asyncDispose]: () => sql.end(),
  }
}

async function nodePostgres(url: string, pipeline: boolean): Promise<Driver> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url, pipeline }))
  await Promise.all(clients.map((client) => client.connect()))
  let next = 0
  const read = async (name: string, statement: string, value: string | number) => {
    const client = clients[next++ % connections]!
    return (await client.query({ name, text: statement, values: [value], rowMode: 'array' })).rows[0]![0]
  }
  return {
    joined: async () => Buffer.from(await read('joined', JOINED, twentyPositions())),
    single: async () => Buffer.from(await read('single', SINGLE, randomPosition())),
    postings: () => read('postings', POSTINGS, randomPosition() % LISTS),
    [Symbol.asyncDispose]: async () => void (await Promise.all(clients.map((client) => client.end()))),
  }
}

function randomPosition(): number {
  return Math.floor(Math.random() * DOCUMENTS)
}

function twentyPositions(): string {
  return `{${Array.from({ length: 20 }, randomPosition)}}`
}
