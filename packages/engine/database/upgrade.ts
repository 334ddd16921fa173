import { chunkKey } from '../edition/posting-rows.ts'
import { type Cell, KEY_COLUMNS, type RowCells, VALUE_COLUMNS, type VersionedTable } from '../edition/tables.ts'
import type { Term } from '../edition/term.ts'
import { packPostings } from '../index/posting-chunks.ts'
import { decodePostings } from '../index/posting-codec.ts'
import type { PostingList } from '../index/posting-list.ts'
import { createVersionedTable, type SchemaDialect } from './schema.ts'
import type { TransactionStep } from './sql-connection.ts'

/** The steps, of one transaction, that turn the tables of version `from` into those of version `to`. */
export function* upgrade(dialect: UpgradeDialect, from: number, to: number): Generator<TransactionStep> {
  for (let version = from; version < to; version++) for (const step of UPGRADES[version]!) yield* step(dialect)
  yield [dialect.setVersion(to)]
}

/** What an upgrade needs of a database. */
export interface UpgradeDialect {
  readonly schema: SchemaDialect
  /** What stands before the number of a parameter. */
  readonly parameterSign: '$' | '?'
  /** Writes rows: the store, and the other columns in the order of the table. */
  readonly insert: (
    table: VersionedTable,
    columns: readonly string[],
    rows: readonly RowCells[],
  ) => void | Promise<void>
  /** The statement that notes the version. */
  readonly setVersion: (version: number) => string
}

type Upgrade = (dialect: UpgradeDialect) => Iterable<TransactionStep>

/**
 * The steps from each version to the next. They read and write the rows of all editions, also of an unpublished one.
 */
const UPGRADES: Readonly<Record<number, readonly Upgrade[]>> = { 1: [packPostingLists] }

/** A posting list of version 1: complete in one row, with the name of its facet value. */
interface ListRow {
  readonly store: string
  readonly kind: string
  readonly term: Term
  readonly since: number
  readonly until: number
  readonly size: number
  readonly name: string | null
  readonly positions: Uint8Array
}

/** Lists that are read together. */
const LISTS_TOGETHER = 500

/** Cuts posting lists into packed chunks, and gives the values of facets a table. */
function* packPostingLists({ schema, parameterSign, insert }: UpgradeDialect): Generator<TransactionStep> {
  const old = `${schema.schema}postings_1`
  yield [`ALTER TABLE ${schema.schema}postings RENAME TO postings_1`]
  yield [`DROP INDEX ${schema.schema}postings_ended`]
  for (const table of ['postings', 'facet_values'] as const)
    for (const statement of createVersionedTable(schema, table)) yield [statement]
  const key = [1, 2, 3, 4].map((number) => `${parameterSign}${number}`)
  const read = `
    SELECT store, kind, term, since, until, size, name, positions FROM ${old}
    WHERE (store, kind, term, since) > (${key}) ORDER BY store, kind, term, since LIMIT ${LISTS_TOGETHER}`
  let last: readonly Cell[] = ['', '', '', 0]
  for (let rows: readonly ListRow[]; ; ) {
    yield [read, ...last]
    yield (read) => {
      rows = read as readonly ListRow[]
    }
    if (rows!.length === 0) break
    yield () => insert('postings', columnsOf('postings'), rows.flatMap(chunksOf))
    yield () => insert('facet_values', columnsOf('facet_values'), rows.flatMap(facetValueOf))
    const { store, kind, term, since } = rows!.at(-1)!
    last = [store, kind, term, since]
  }
  yield [`DROP TABLE ${old}`]
}

function columnsOf(table: VersionedTable): string[] {
  return ['store', ...KEY_COLUMNS[table], 'since', 'until', ...VALUE_COLUMNS[table]]
}

function chunksOf({ store, kind, term, since, until, size, positions }: ListRow): RowCells[] {
  const chunks = packPostings(unpack(term, positions, size))
  return chunks.map(({ start, bytes }) => [store, kind, chunkKey(term, start), since, until, bytes])
}

function unpack(term: Term, positions: Uint8Array, size: number): PostingList {
  try {
    return decodePostings(positions, size)
  } catch (error) {
    throw new Error(`${term}: ${(error as Error).message}`, { cause: error })
  }
}

function facetValueOf({ store, term, since, until, size, name }: ListRow): RowCells[] {
  return name === null ? [] : [[store, term, since, until, size, name]]
}
