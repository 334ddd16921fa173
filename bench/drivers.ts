import { parseArgs } from 'node:util'
import pg from 'pg'
import postgres from 'postgres'
import { startServer } from '../test/postgres/server.ts'
import { query } from '../test/postgres/sql.ts'
import { countOf } from './arguments.ts'
import { machine } from './machine.ts'
import { grouped, table } from './table.ts'

const USAGE = `node bench/drivers.ts [--connections 4] [--seconds 2] [--rounds 3]

  Asks a PostgreSQL server that it starts for what Vitrine asks for, through each driver, in turns: twenty documents
  joined by the server, one document, a posting list of 128 kB. Sixteen requests are under way at a time.`

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
})

if (values.help) {
  console.error(USAGE)
  process.exit(0)
}

const DOCUMENTS = 50_000
const AT_ONCE = 16

const JOINED = `
  SELECT string_agg(d.body, ',' ORDER BY p.rank) FROM unnest($1::int[]) WITH ORDINALITY AS p (position, rank)
  JOIN documents d ON d.store = 'main' AND d.position = p.position`
const ONE = `SELECT body FROM documents WHERE store = 'main' AND position = $1`
const LIST = 'SELECT positions FROM lists WHERE list = $1'

/** What is asked for, each as the bytes that would go to a socket or into a set. */
interface Driver {
  joined(): Promise<Buffer>
  one(): Promise<Buffer>
  list(): Promise<Buffer>
  end(): Promise<unknown>
}

const connections = countOf('connections', values.connections)
const seconds = countOf('seconds', values.seconds)
await using server = await startServer({ shared_buffers: '512MB' })
await query(
  server.url(),
  `CREATE TABLE documents (store text COLLATE "C", position int, body text, PRIMARY KEY (store, position));
  ALTER TABLE documents ALTER COLUMN body SET STORAGE EXTERNAL;
  INSERT INTO documents SELECT 'main', i, repeat(md5(i::text), 30) FROM generate_series(0, ${DOCUMENTS - 1}) i;
  CREATE TABLE lists (list int PRIMARY KEY, positions bytea);
  ALTER TABLE lists ALTER COLUMN positions SET STORAGE EXTERNAL;
  INSERT INTO lists SELECT i, decode(repeat(md5(i::text), 8000), 'hex') FROM generate_series(0, 19) i;
  ANALYZE`,
)
const drivers: Record<string, Driver> = {
  'postgres, raw': postgresJs(server.url()),
  'pg, one query at a time': await nodePostgres(server.url(), false),
  'pg, pipelined': await nodePostgres(server.url(), true),
}

const best = new Map<string, { rate: number; micros: number }>()
for (let round = 0; round < countOf('rounds', values.rounds); round++) {
  for (const [name, driver] of Object.entries(drivers)) {
    for (const what of ['joined', 'one', 'list'] as const) {
      const found = await measure(() => driver[what]())
      const key = `${name} ${what}`
      if (found.rate > (best.get(key)?.rate ?? 0)) best.set(key, found)
    }
  }
}
for (const driver of Object.values(drivers)) await driver.end()

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${machine()}; ${connections} connections, the best of ${values.rounds}.\n`,
)
console.log(
  table(
    ['driver', '20 documents/s', 'µs of our processor', 'one document/s', 'µs', 'list of 128 kB/s', 'µs'],
    Object.keys(drivers).map((name) => [
      name,
      ...(['joined', 'one', 'list'] as const).flatMap((what) => {
        const { rate, micros } = best.get(`${name} ${what}`)!
        return [grouped(rate), grouped(micros)]
      }),
    ]),
  ),
)

async function measure(ask: () => Promise<unknown>): Promise<{ rate: number; micros: number }> {
  let count = 0
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (; performance.now() < until; count++) await ask()
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { rate: (count / (performance.now() - started)) * 1000, micros: (user + system) / count }
}

/** Gives the bytes as they come, so that text need not be decoded; bytes come in hexadecimal. */
function postgresJs(url: string): Driver {
  const sql = postgres(url, { max: connections, fetch_types: false })
  const ask = async (text: string, value: string | number) =>
    (await sql.unsafe(text, [value], { prepare: true }).raw())[0]![0] as unknown as Buffer
  return {
    joined: () => ask(JOINED, twenty()),
    one: () => ask(ONE, any()),
    list: async () => Buffer.from((await ask(LIST, any() % 20)).toString('latin1', 2), 'hex'),
    end: () => sql.end(),
  }
}

async function nodePostgres(url: string, pipeline: boolean): Promise<Driver> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url, pipeline }))
  await Promise.all(clients.map((client) => client.connect()))
  let last = 0
  const ask = async (name: string, text: string, value: string | number) => {
    const { rows } = await clients[last++ % connections]!.query({ name, text, values: [value], rowMode: 'array' })
    return rows[0]![0]
  }
  return {
    joined: async () => Buffer.from(await ask('joined', JOINED, twenty())),
    one: async () => Buffer.from(await ask('one', ONE, any())),
    list: () => ask('list', LIST, any() % 20),
    end: () => Promise.all(clients.map((client) => client.end())),
  }
}

function any(): number {
  return Math.floor(Math.random() * DOCUMENTS)
}

function twenty(): string {
  return `{${Array.from({ length: 20 }, any)}}`
}
