import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { GivenCode } from '@vitrine/catalog/code-book'
import type { StoreId } from '@vitrine/catalog/store'
import { mapYielding } from '@vitrine/runtime/event-loop'
import { EditionGone } from '../../edition/edition-gone.ts'
import type { LimitRow } from '../../edition/limit-state.ts'
import { endOfChunks } from '../../edition/posting-rows.ts'
import type { RetainedEdition } from '../../edition/prune.ts'
import type { Publication } from '../../edition/publication.ts'
import type { Form } from '../../edition/rows.ts'
import type {
  ConcatenatedDocuments,
  FacetValueRows,
  KeyGroup,
  KeyItem,
  Located,
  LocatedDocument,
  LookupIndex,
  ProductOfVariants,
  Snapshot,
  Storage,
  VariantKeys,
} from '../../edition/storage.ts'
import { KEY_COLUMNS, NOT_ENDED, type PostingRow, type TableRows, type VersionedTable } from '../../edition/tables.ts'
import type { Kind, Term } from '../../edition/term.ts'
import { type CodesRow, codesOfRow } from '../codes-row.ts'
import { type EditionRow, retainedEditionOf } from '../edition-row.ts'
import { type PublicationRow, publicationOfRow } from '../publication-row.ts'
import { each, lastKey, selectList } from '../statements.ts'
import { SQL } from './statements.ts'

/** Rows of a page: 1 MB of posting lists or of an order. A bound LIMIT would be slower. */
const PAGE_ROWS = each((table) => (table === 'postings' ? 128 : 16))

/** Each list takes some 40 µs, and a request may need hundreds. Other requests run between the parts. */
const LISTS_AT_ONCE = 64

const IN_EDITION = 'since <= ? AND until > ?'

/** Documents, and the bytes of each. */
const JOINED = `CAST(group_concat(body, ',') AS BLOB), json_group_array(octet_length(body))`

/**
 * Reads editions from a SQLite file. `node:sqlite` answers synchronously. Statements are prepared once a connection. A
 * read that may lack rows because its edition was pruned asks afterwards whether the edition is still there, which
 * takes 4 µs.
 */
export class SqliteStorage implements Storage {
  readonly #statements: ReturnType<typeof prepareReads>

  constructor(db: DatabaseSync) {
    this.#statements = prepareReads(db)
  }

  async get<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    items: readonly KeyItem[],
  ): Promise<(TableRows[T] | undefined)[]> {
    const { store, edition } = at
    const rows =
      items.length === 1
        ? [this.#statements.row[table].get(store, ...group, items[0]!, edition, edition)]
        : this.#statements.rows[table].all(JSON.stringify(items), store, ...group, edition, edition)
    // The rows have the order of the items.
    const column = lastKey(table)
    let next = 0
    const inOrder = items.map((item) => (rows[next]?.[column] === item ? rows[next++] : undefined))
    if (inOrder.includes(undefined)) this.#requireEdition(at)
    return inOrder as unknown as (TableRows[T] | undefined)[]
  }

  async *scan<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    from: KeyItem,
    to: KeyItem,
  ): AsyncGenerator<readonly TableRows[T][]> {
    const { store, edition } = at
    let statement = this.#statements.page[table]
    for (let start = from; ; statement = this.#statements.nextPage[table]) {
      const rows = statement.all(store, ...group, start, to, edition, edition)
      this.#requireEdition(at)
      if (rows.length > 0) yield rows as unknown as TableRows[T][]
      if (rows.length < PAGE_ROWS[table]) return
      start = rows.at(-1)![lastKey(table)] as KeyItem
    }
  }

  async chunks(at: Snapshot, kind: Kind, terms: readonly Term[]): Promise<readonly PostingRow[]> {
    if (terms.length <= LISTS_AT_ONCE) return this.#chunks(at, kind, terms)
    const parts = Array.from({ length: Math.ceil(terms.length / LISTS_AT_ONCE) }, (_, index) =>
      terms.slice(index * LISTS_AT_ONCE, (index + 1) * LISTS_AT_ONCE),
    )
    return (await mapYielding(parts, async (part) => this.#chunks(at, kind, part))).flat()
  }

  async find(at: Snapshot, index: LookupIndex, values: readonly string[]): Promise<readonly Located[]> {
    const { store, edition } = at
    const statement = this.#statements.find[index]
    const located = values.flatMap((value) =>
      statement.all(store, value, edition, edition).map(({ position }) => ({ value, position: position as number })),
    )
    this.#requireEdition(at)
    return located
  }

  documentById(at: Snapshot, form: Form, id: string): LocatedDocument | undefined {
    const { store, edition } = at
    const row = this.#statements.documentById.get(store, form, id, edition, edition) as [number, Uint8Array] | undefined
    if (!row) this.#requireEdition(at)
    return row && { position: row[0], body: row[1] }
  }

  /** Neighbouring documents are read as one range, others one by one. */
  async concatenatedDocuments(at: Snapshot, form: Form, positions: Uint32Array): Promise<ConcatenatedDocuments> {
    const { store, edition } = at
    const { length } = positions
    const [first, last] = [positions[0]!, positions[length - 1]!]
    const isAscending = first < last
    const row =
      length > 1 && isRun(positions)
        ? (isAscending ? this.#statements.ascending : this.#statements.descending).get(
            store,
            form,
            edition,
            edition,
            isAscending ? first : last,
            isAscending ? last : first,
          )
        : this.#statements.scattered.get(store, form, edition, edition, `[${positions.join()}]`)
    const [body, list] = row as unknown as [Uint8Array, string]
    const lengths = JSON.parse(list) as number[]
    if (lengths.length < length) this.#requireEdition(at)
    return { body, lengths }
  }

  productsOfVariants(at: Snapshot, keys: VariantKeys): readonly ProductOfVariants[] {
    const [statement, value] =
      'id' in keys
        ? [this.#statements.productOfVariant, keys.id]
        : [this.#statements.productsOfVariants, `[${keys.positions.join()}]`]
    const rows = statement.all(at.store, value, at.edition, at.edition)
    this.#requireEdition(at)
    return rows as unknown as readonly ProductOfVariants[]
  }

  async names(at: Snapshot, kind: Kind, positions: readonly number[]): Promise<readonly string[]> {
    const row = this.#statements.names[kind].get(`[${positions.join()}]`, at.store, at.edition, at.edition)
    const names = JSON.parse(row!.names as string)
    if (names.length < positions.length) this.#requireEdition(at)
    return names
  }

  async facetValues(at: Snapshot, withPostings: boolean): Promise<FacetValueRows> {
    const row = this.#statements.facetValues.get(at.store, at.edition)
    const chunks = withPostings ? this.#statements.facetChunks.get(at.store, at.edition)! : { list: null }
    this.#requireEdition(at)
    return {
      values: parseRows<[Term, number, string]>(row!.list).map(([term, size, name]) => ({ term, size, name })),
      chunks: parseRows<[string, string]>(chunks.list).map(([chunk, hex]) => ({
        chunk,
        positions: Buffer.from(hex, 'hex'),
      })),
    }
  }

  async productIds(store: StoreId, positions: readonly number[]): Promise<readonly Located[]> {
    return this.#statements.productIds.all(store, JSON.stringify(positions)) as unknown as Located[]
  }

  async publications(store: StoreId, before = NOT_ENDED, count: number): Promise<readonly Publication[]> {
    const rows = this.#statements.publications.all(store, before, count)
    return (rows as unknown as PublicationRow[]).map(publicationOfRow)
  }

  async codes(store: StoreId): Promise<readonly GivenCode[]> {
    return (this.#statements.codes.all(store) as unknown as CodesRow[]).flatMap(codesOfRow)
  }

  async editions(store: StoreId): Promise<readonly RetainedEdition[]> {
    return (this.#statements.editions.all(store) as unknown as EditionRow[]).map(retainedEditionOf)
  }

  async limits(store: StoreId): Promise<readonly LimitRow[]> {
    return this.#statements.limits.all(store) as unknown as LimitRow[]
  }

  #chunks(at: Snapshot, kind: Kind, terms: readonly Term[]): readonly PostingRow[] {
    const { store, edition } = at
    const rows =
      terms.length === 1
        ? this.#statements.chunks.all(store, kind, terms[0]!, endOfChunks(terms[0]!), edition, edition)
        : this.#statements.manyChunks.all(JSON.stringify(terms), store, kind, edition, edition)
    // A list has one chunk that starts at 0, or none.
    const lists = rows.filter(({ chunk }) => !(chunk as string).includes(' ')).length
    if (lists < terms.length) this.#requireEdition(at)
    return rows as unknown as PostingRow[]
  }

  /** Throws `EditionGone`. Called after a read: pruning takes the rows and the edition in one transaction. */
  #requireEdition(at: Snapshot): void {
    if (!this.#statements.edition.get(at.store, at.edition)) throw new EditionGone(at)
  }
}

function prepareReads(db: DatabaseSync) {
  return { ...prepareRows(db), ...prepareDocuments(db), ...prepareLists(db) }
}

/** Reads rows by key, and positions by what they are found by. */
function prepareRows(db: DatabaseSync) {
  const page = (comparison: string) => (table: VersionedTable) =>
    db.prepare(`
    SELECT ${selectList(table)} FROM ${table}
    WHERE ${atGroup(table)} AND ${lastKey(table)} ${comparison} ? AND ${lastKey(table)} < ? AND ${IN_EDITION}
    ORDER BY ${lastKey(table)} LIMIT ${PAGE_ROWS[table]}`)
  return {
    edition: db.prepare('SELECT 1 FROM editions WHERE store = ? AND edition = ?'),
    row: each((table) =>
      db.prepare(
        `SELECT ${selectList(table)} FROM ${table} WHERE ${atGroup(table)} AND ${lastKey(table)} = ? AND ${IN_EDITION}`,
      ),
    ),
    // One statement for many rows takes half of the time, or less. CROSS JOIN reads the items first.
    rows: each((table) =>
      db.prepare(
        `SELECT ${selectList(table, 't.')} FROM json_each(?) i CROSS JOIN ${table} t
        WHERE ${atGroup(table)} AND t.${lastKey(table)} = i.value AND ${IN_EDITION}`,
      ),
    ),
    page: each(page('>=')),
    nextPage: each(page('>')),
    find: {
      productId: db.prepare(byId('product')),
      variantId: db.prepare(byId('variant')),
      slug: db.prepare(byIndex('products', 'slug', 'position')),
      sku: db.prepare(byIndex('variants', 'sku', 'position')),
      productOfSku: db.prepare(byIndex('variants', 'sku', 'product')),
      variantsOfProduct: db.prepare(`
        SELECT v.position FROM positions p CROSS JOIN variants v INDEXED BY variants_product
        ON v.store = p.store AND v.product = p.position AND v.since <= ?3 AND v.until > ?4
        WHERE p.store = ?1 AND p.kind = 'product' AND p.id = ?2`),
    },
  }
}

function prepareDocuments(db: DatabaseSync) {
  return {
    documentById: asArrays(
      db.prepare(`
      SELECT p.position, CAST(d.body AS BLOB) FROM positions p CROSS JOIN documents d
      ON d.store = ?1 AND d.form = ?2 AND d.position = p.position AND d.since <= ?4 AND d.until > ?5
      WHERE p.store = ?1 AND p.kind = 'product' AND p.id = ?3`),
    ),
    productOfVariant: db.prepare(
      productsOf(`positions i CROSS JOIN variants v ON v.store = i.store AND v.position = i.position
        WHERE i.store = ?1 AND i.kind = 'variant' AND i.id = ?2`),
    ),
    productsOfVariants: db.prepare(
      productsOf('json_each(?2) i CROSS JOIN variants v WHERE v.store = ?1 AND v.position = i.value'),
    ),
    ascending: asArrays(db.prepare(run('ASC'))),
    descending: asArrays(db.prepare(run('DESC'))),
    // CROSS JOIN makes the positions the outer loop ("Manual Control Of Query Plans Using CROSS JOIN" in
    // https://sqlite.org/optoverview.html), so documents come in their order. An ORDER BY would sort them.
    scattered: asArrays(
      db.prepare(`
      SELECT ${JOINED} FROM (
        SELECT d.body FROM json_each(?5) p CROSS JOIN documents d
        ON d.store = ?1 AND d.form = ?2 AND d.position = p.value AND d.since <= ?3 AND d.until > ?4)`),
    ),
    // One text instead of many rows takes half of the time.
    names: { product: db.prepare(names('products')), variant: db.prepare(names('variants')) },
  }
}

/** Reads posting lists and what they are about. */
function prepareLists(db: DatabaseSync) {
  return {
    // A term is followed by nothing, or by a space and the start of the chunk: see `chunkKey`.
    chunks: db.prepare(`
      SELECT chunk, positions FROM postings WHERE store = ? AND kind = ? AND chunk >= ? AND chunk < ? AND ${IN_EDITION}`),
    manyChunks: db.prepare(`
      SELECT t.chunk, t.positions FROM json_each(?) i CROSS JOIN postings t
      WHERE t.store = ? AND t.kind = ? AND t.chunk >= i.value AND t.chunk < i.value || '!' AND ${IN_EDITION}`),
    // One text instead of a hundred rows takes a quarter of the time.
    productIds: db.prepare(`
      SELECT p.id AS value, p.position FROM json_each(?2) i CROSS JOIN positions p INDEXED BY positions_product
      ON p.store = ?1 AND p.kind <> 'variant' AND p.position = i.value`),
    publications: db.prepare(SQL.publications),
    codes: db.prepare(SQL.codes),
    editions: db.prepare(SQL.editions),
    limits: db.prepare(SQL.limits),
    facetValues: db.prepare(`
      SELECT group_concat('[' || json_quote(term) || ',' || size || ',' || json_quote(name) || ']') AS list FROM (
        SELECT term, size, name FROM facet_values WHERE store = ?1 AND since <= ?2 AND until > ?2 ORDER BY term)`),
    facetChunks: db.prepare(`
      SELECT group_concat('[' || json_quote(t.chunk) || ',"' || hex(t.positions) || '"]') AS list
      FROM facet_values f CROSS JOIN postings t
      WHERE f.store = ?1 AND f.since <= ?2 AND f.until > ?2 AND t.store = ?1 AND t.kind = 'product'
        AND t.chunk >= f.term AND t.chunk < f.term || '!' AND t.since <= ?2 AND t.until > ?2`),
  }
}

/** Makes a statement return rows as arrays. A document by id then takes four fifths of the time. */
function asArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

function atGroup(table: VersionedTable): string {
  return ['store', ...KEY_COLUMNS[table].slice(0, -1)].map((column) => `${column} = ?`).join(' AND ')
}

function byId(kind: 'product' | 'variant'): string {
  return `SELECT position FROM positions p WHERE store = ? AND kind = '${kind}' AND id = ? AND EXISTS (
    SELECT 1 FROM ${kind}s t WHERE t.store = p.store AND t.position = p.position AND t.since <= ? AND t.until > ?)`
}

function byIndex(table: string, column: string, position: string): string {
  return `SELECT ${position} AS position FROM ${table} INDEXED BY ${table}_${column}
    WHERE store = ? AND ${column} = ? AND ${IN_EDITION}`
}

function names(table: VersionedTable): string {
  return `SELECT json_group_array(t.name) AS names FROM json_each(?) p CROSS JOIN ${table} t
    ON t.store = ? AND t.position = p.value AND t.since <= ? AND t.until > ?`
}

/** The products of variants `v`, each once. */
function productsOf(variants: string): string {
  return `
    SELECT p.variants, d.body FROM (SELECT DISTINCT v.product FROM ${variants} AND v.since <= ?3 AND v.until > ?4) o
    CROSS JOIN products p ON p.store = ?1 AND p.position = o.product AND p.since <= ?3 AND p.until > ?4
    CROSS JOIN documents d ON d.store = ?1 AND d.form = 'source' AND d.position = o.product
      AND d.since <= ?3 AND d.until > ?4`
}

/** Documents from one position to another, in either direction. */
function run(direction: 'ASC' | 'DESC'): string {
  return `SELECT ${JOINED} FROM (
    SELECT body FROM documents
    WHERE store = ?1 AND form = ?2 AND since <= ?3 AND until > ?4 AND position BETWEEN ?5 AND ?6 ORDER BY position ${direction})`
}

/** Rows that a statement joined, each a JSON array. */
function parseRows<Row>(list: unknown): Row[] {
  return JSON.parse(`[${list ?? ''}]`)
}

/** Whether positions are neighbours, ascending or descending by one. */
function isRun(positions: Uint32Array): boolean {
  const step = positions[1]! - positions[0]!
  if (step !== 1 && step !== -1) return false
  for (let i = 2; i < positions.length; i++) if (positions[i]! - positions[i - 1]! !== step) return false
  return true
}
