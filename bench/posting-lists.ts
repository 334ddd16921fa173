import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packPostings, unpackPostings } from '@vitrine/engine/index/posting-chunks'
import { decodePostings, encodePostings } from '@vitrine/engine/index/posting-codec'
import { databaseFile } from './harness/dataset.ts'
import { readOptions, SHARED } from './harness/options.ts'
import { describeRun, formatInteger, table, writeJson } from './harness/report.ts'

const DESCRIPTION = `Bytes of posting lists, and time to read one, stored in two ways in one file: complete in 32-bit words, as schema
version 1 did, and in packed chunks.`

const { sizes, seed, dir, fresh, json } = readOptions(DESCRIPTION, {
  sizes: SHARED.sizes,
  seed: SHARED.seed,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})

/** The lists to read: the kind, and from how many positions on to how many. */
const GROUPS = [
  ['product', 1, 5],
  ['product', 900, 1100],
  ['product', 8000, 12_000],
  ['product', 25_000, 100_000],
  ['variant', 1, 5],
  ['variant', 900, 1100],
  ['variant', 8000, 12_000],
  ['variant', 30_000, 120_000],
  ['variant', 120_000, 400_000],
] as const

const [LISTS, ROUNDS] = [40, 40]

for (const products of sizes) {
  const path = join(dir, `posting-lists-${products}.db`)
  await rm(path, { force: true })
  copyLists(await databaseFile(dir, { products, seed }, fresh), path)
  using db = new DatabaseSync(path)
  const bytes = db
    .prepare(`SELECT name, sum(pgsize) AS bytes, sum(pagetype = 'overflow') AS overflow FROM dbstat GROUP BY name`)
    .all()
    .filter(({ name }) => name === 'words' || name === 'chunks')
  console.log(`${describeRun()}; ${formatInteger(products)} products.\n`)
  console.log(
    table(
      ['stored as', 'MB', 'overflow pages'],
      bytes.map((row) => [String(row.name), (Number(row.bytes) / 1e6).toFixed(1), formatInteger(Number(row.overflow))]),
    ),
  )
  const times = GROUPS.flatMap(([kind, least, most]) => measure(db, kind, least, most))
  console.log(
    table(
      ['lists of', 'positions', 'words µs', 'chunks µs', 'ratio'],
      times.map(({ kind, positions, words, chunks }) => [
        `${kind}s`,
        formatInteger(positions),
        words.toFixed(1),
        chunks.toFixed(1),
        (chunks / words).toFixed(2),
      ]),
    ),
  )
  await writeJson(json, { seed, products, bytes, times })
  await rm(path)
}

/** Copies the lists of a database into a file with both tables. */
function copyLists(from: string, to: string): void {
  using source = new DatabaseSync(from, { readOnly: true })
  using db = new DatabaseSync(to)
  const key = 'store TEXT, kind TEXT, term TEXT'
  db.exec(`
    PRAGMA page_size = 32768; PRAGMA journal_mode = OFF;
    CREATE TABLE words (${key}, since INTEGER, until INTEGER, size INTEGER, name TEXT, positions BLOB,
      PRIMARY KEY (store, kind, term, since)) STRICT, WITHOUT ROWID;
    CREATE TABLE chunks (${key}, since INTEGER, until INTEGER, positions BLOB,
      PRIMARY KEY (store, kind, term, since)) STRICT, WITHOUT ROWID;
    BEGIN`)
  const words = db.prepare(`INSERT INTO words VALUES ('bench', ?, ?, 1, 2147483647, ?, NULL, ?)`)
  const chunks = db.prepare(`INSERT INTO chunks VALUES ('bench', ?, ?, 1, 2147483647, ?)`)
  const write = (kind: string, term: string, list: Parameters<typeof unpackPostings>[0]) => {
    const set = unpackPostings(list)
    words.run(kind, term, set.size, encodePostings(set))
    for (const { start, bytes } of packPostings(set)) chunks.run(kind, keyOf(term, start), bytes)
  }
  let open: { kind: string; term: string; list: { start: number; bytes: Uint8Array }[] } | undefined
  const rows = source.prepare(
    `SELECT kind, chunk, positions FROM postings WHERE store = 'bench' AND until = 2147483647 ORDER BY kind, chunk`,
  )
  for (const row of rows.iterate() as Iterable<{ kind: string; chunk: string; positions: Uint8Array }>) {
    const [term, start = '0'] = row.chunk.split(' ') as [string, string?]
    if (open && (open.kind !== row.kind || open.term !== term)) write(open.kind, open.term, open.list)
    if (open?.kind !== row.kind || open.term !== term) open = { kind: row.kind, term, list: [] }
    open.list.push({ start: Number.parseInt(start, 16), bytes: row.positions })
  }
  if (open) write(open.kind, open.term, open.list)
  db.exec('COMMIT')
}

function keyOf(term: string, start: number): string {
  return start === 0 ? term : `${term} ${start.toString(16).padStart(8, '0')}`
}

/** Microseconds to read and unpack a list, the least of many rounds that alternate. */
function measure(db: DatabaseSync, kind: string, least: number, most: number) {
  const lists = db
    .prepare('SELECT term, size FROM words WHERE kind = ? AND size BETWEEN ? AND ? ORDER BY length(term), term LIMIT ?')
    .all(kind, least, most, LISTS) as { term: string; size: number }[]
  if (lists.length === 0) return []
  const where = `store = 'bench' AND kind = ?`
  const version = 'since <= 1 AND until > 1'
  const word = db.prepare(`SELECT term, size, name, positions FROM words WHERE ${where} AND term = ? AND ${version}`)
  const chunk = db.prepare(
    `SELECT term, positions FROM chunks WHERE ${where} AND term >= ? AND term < ? AND ${version}`,
  )
  const readWords = (term: string) => {
    const row = word.get(kind, term)!
    return decodePostings(row.positions as Uint8Array, row.size as number)
  }
  const readChunks = (term: string) =>
    unpackPostings(
      chunk.all(kind, term, `${term}!`).map(({ term: key, positions }) => ({
        start: key === term ? 0 : Number.parseInt((key as string).slice(term.length + 1), 16),
        bytes: positions as Uint8Array,
      })),
    )
  const fastest = [readWords, readChunks].map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, read] of [readWords, readChunks].entries()) {
      const start = process.hrtime.bigint()
      for (const { term } of lists) read(term)
      fastest[index] = Math.min(fastest[index]!, Number(process.hrtime.bigint() - start) / 1000 / lists.length)
    }
  const positions = Math.round(lists.reduce((sum, { size }) => sum + size, 0) / lists.length)
  return [{ kind, positions, words: fastest[0]!, chunks: fastest[1]! }]
}
