import type { GivenCode } from '@vitrine/catalog/code-book'
import type { StoreId } from '@vitrine/catalog/store'
import { EditionGone } from '../../edition/edition-gone.ts'
import type { LimitRow } from '../../edition/limit-state.ts'
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
import type { QueryRunner } from '../sql-connection.ts'
import { each, itemType, lastKey, selectList } from '../statements.ts'
import { listOf, SQL } from './statements.ts'

/** Chunks of a bounded page: 2 MB. */
const PAGE_ROWS = 256

/** Reads editions from PostgreSQL. Every method is one statement, and so one round trip. */
export class PostgresStorage implements Storage {
  readonly #queries: QueryRunner

  constructor(queries: QueryRunner) {
    this.#queries = queries
  }

  async get<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    items: readonly KeyItem[],
  ): Promise<(TableRows[T] | undefined)[]> {
    const rows = await this.#rows<Record<string, unknown>>(at, GET[table], ...group, listOf(items))
    const byItem = new Map(rows.map((row) => [row[lastKey(table)], row as unknown as TableRows[T]]))
    return items.map((item) => byItem.get(item))
  }

  async *scan<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    from: KeyItem,
    to: KeyItem,
    bounded = false,
  ): AsyncGenerator<readonly TableRows[T][]> {
    let statement = SCAN[table]
    for (let start = from; ; statement = SCAN_AFTER[table]) {
      const rows = await this.#rows<Record<string, unknown>>(
        at,
        statement,
        ...group,
        start,
        to,
        bounded ? PAGE_ROWS : null,
      )
      if (rows.length > 0) yield rows as unknown as TableRows[T][]
      if (!bounded || rows.length < PAGE_ROWS) return
      start = rows.at(-1)![lastKey(table)] as KeyItem
    }
  }

  async chunks(at: Snapshot, kind: Kind, terms: readonly Term[]): Promise<readonly PostingRow[]> {
    return await this.#rows<PostingRow>(at, CHUNKS, kind, terms)
  }

  async find(at: Snapshot, index: LookupIndex, values: readonly string[]): Promise<readonly Located[]> {
    return await this.#rows<Located>(at, FIND[index], values)
  }

  async documentById(at: Snapshot, form: Form, id: string): Promise<LocatedDocument | undefined> {
    const [row] = await this.#rows<{ here: number; body: string }>(at, DOCUMENT_BY_ID, form, id)
    return row && { position: row.here, body: Buffer.from(row.body) }
  }

  async concatenatedDocuments(at: Snapshot, form: Form, positions: Uint32Array): Promise<ConcatenatedDocuments> {
    const [row] = await this.#rows<{ body: string; lengths: string }>(at, CONCATENATED, form, listOf(positions))
    return { body: Buffer.from(row!.body), lengths: JSON.parse(`[${row!.lengths}]`) }
  }

  async productsOfVariants(at: Snapshot, keys: VariantKeys): Promise<readonly ProductOfVariants[]> {
    return 'id' in keys
      ? await this.#rows<ProductOfVariants>(at, PRODUCT_OF_VARIANT, keys.id)
      : await this.#rows<ProductOfVariants>(at, PRODUCTS_OF_VARIANTS, listOf(keys.positions))
  }

  async names(at: Snapshot, kind: Kind, positions: readonly number[]): Promise<readonly string[]> {
    const rows = await this.#rows<{ position: number; name: string }>(at, NAMES[kind], listOf(positions))
    const names = new Map(rows.map(({ position, name }) => [position, name]))
    return positions.map((position) => names.get(position)).filter((name) => name !== undefined)
  }

  async facetValues(at: Snapshot, withPostings: boolean): Promise<FacetValueRows> {
    const [values, chunks] = await Promise.all([
      this.#rows<TableRows['facet_values']>(at, FACET_VALUES),
      withPostings ? this.#rows<PostingRow>(at, FACET_CHUNKS) : [],
    ])
    return { values, chunks }
  }

  async productIds(store: StoreId, positions: readonly number[]): Promise<readonly Located[]> {
    return await this.#queries.query<Located>(PRODUCT_IDS, [store, listOf(positions)])
  }

  async publications(store: StoreId, before = NOT_ENDED, count: number): Promise<readonly Publication[]> {
    const rows = await this.#queries.query<PublicationRow>(SQL.publications, [store, before, count])
    return rows.map(publicationOfRow)
  }

  async codes(store: StoreId): Promise<readonly GivenCode[]> {
    return (await this.#queries.query<CodesRow>(SQL.codes, [store])).flatMap(codesOfRow)
  }

  async editions(store: StoreId): Promise<readonly RetainedEdition[]> {
    return (await this.#queries.query<EditionRow>(SQL.editions, [store])).map(retainedEditionOf)
  }

  async limits(store: StoreId): Promise<readonly LimitRow[]> {
    return await this.#queries.query<LimitRow>(SQL.limits, [store])
  }

  /** The rows that a statement finds in the edition. Throws `EditionGone`. */
  async #rows<Row>(at: Snapshot, statement: string, ...values: readonly unknown[]): Promise<Row[]> {
    const rows = await this.#queries.query<Row & { here: unknown }>(statement, [at.store, at.edition, ...values])
    // There is always a row for the edition itself. Its `here` is null where nothing else was found.
    if (rows.length === 0) throw new EditionGone(at)
    return rows[0]!.here === null ? [] : rows
  }
}

/*
 * `$1` is the store, `$2` the edition. Each statement reads by a primary key that begins with the store, and joins the
 * edition's own row, so that an edition that the server lacks is not taken for an empty one.
 */
const IN_EDITION = 't.since <= $2 AND t.until > $2'

/** The rows of a group, whose parameters begin with `$3`. */
function inGroup(table: VersionedTable): string {
  const columns = KEY_COLUMNS[table].slice(0, -1)
  return ['t.store = $1', ...columns.map((column, index) => `t.${column} = $${index + 3}`)].join(' AND ')
}

function read(columns: string, from: string, on: string, end = ''): string {
  const joined = / JOIN /.test(from)
    ? `(${from} ON ${on} AND ${IN_EDITION}) ON true`
    : `${from} ON ${on} AND ${IN_EDITION}`
  return `SELECT ${columns} FROM vitrine.editions e LEFT JOIN ${joined} WHERE e.store = $1 AND e.edition = $2 ${end}`
}

const GET = each((table) =>
  read(
    `t.${lastKey(table)} AS here, ${selectList(table, 't.')}`,
    `vitrine.${table} t`,
    `${inGroup(table)} AND t.${lastKey(table)} = ANY ($${KEY_COLUMNS[table].length + 2}::${itemType(table)}[])`,
  ),
)

const SCAN = each((table) => scan(table, '>='))
const SCAN_AFTER = each((table) => scan(table, '>'))

function scan(table: VersionedTable, comparison: string): string {
  const first = KEY_COLUMNS[table].length + 2
  return read(
    `t.${lastKey(table)} AS here, ${selectList(table, 't.')}`,
    `vitrine.${table} t`,
    `${inGroup(table)} AND t.${lastKey(table)} ${comparison} $${first} AND t.${lastKey(table)} < $${first + 1}`,
    `ORDER BY t.${lastKey(table)} LIMIT $${first + 2}`,
  )
}

const FIND: Readonly<Record<LookupIndex, string>> = {
  productId: byId('product', 'products', 'position'),
  variantId: byId('variant', 'variants', 'position'),
  variantsOfProduct: byId('product', 'variants', 'product'),
  slug: byIndex('products', 'slug', 'position'),
  sku: byIndex('variants', 'sku', 'position'),
  productOfSku: byIndex('variants', 'sku', 'product'),
}

/** The rows of a table that have the position of a thing of this kind in a column. */
function byId(kind: Kind, table: VersionedTable, column: 'position' | 'product'): string {
  return read(
    't.position AS here, p.id::text AS value, t.position',
    `vitrine.positions p JOIN vitrine.${table} t`,
    `t.store = $1 AND t.${column} = p.position AND p.store = $1 AND p.kind = '${kind}' AND p.id = ANY ($3::uuid[])`,
  )
}

function byIndex(table: string, column: string, position: string): string {
  return read(
    `t.position AS here, t.${column} AS value, t.${position} AS position`,
    `vitrine.${table} t`,
    `t.store = $1 AND t.${column} = ANY ($3::text[])`,
  )
}

const DOCUMENT_BY_ID = read(
  't.position AS here, t.body',
  'vitrine.positions p JOIN vitrine.documents t',
  `t.store = $1 AND t.form = $3 AND t.position = p.position AND p.store = $1 AND p.kind = 'product' AND p.id = $4::uuid`,
)

const PRODUCT_OF_VARIANT = productsOf(
  `vitrine.positions i JOIN vitrine.variants v ON v.store = $1 AND v.position = i.position
    WHERE i.store = $1 AND i.kind = 'variant' AND i.id = $3::uuid`,
)
const PRODUCTS_OF_VARIANTS = productsOf('vitrine.variants v WHERE v.store = $1 AND v.position = ANY ($3::int[])')

/** The products of variants `v`, each once. */
function productsOf(variants: string): string {
  return read(
    'p.position AS here, p.variants, t.body',
    `(SELECT DISTINCT v.product FROM ${variants} AND v.since <= $2 AND v.until > $2) o
    JOIN vitrine.products p ON p.store = $1 AND p.position = o.product AND p.since <= $2 AND p.until > $2
    JOIN vitrine.documents t`,
    `t.store = $1 AND t.form = 'source' AND t.position = p.position`,
  )
}

const NAMES = { product: namesIn('products'), variant: namesIn('variants') }

function namesIn(table: string): string {
  return read(
    't.position AS here, t.position, t.name',
    `vitrine.${table} t`,
    't.store = $1 AND t.position = ANY ($3::int[])',
  )
}

/** Concatenated by the server: one row to receive instead of twenty. */
const CONCATENATED = `
    SELECT e.edition AS here, coalesce(t.body, '') AS body, coalesce(t.lengths, '') AS lengths FROM vitrine.editions e CROSS JOIN LATERAL (
      SELECT string_agg(d.body, ',' ORDER BY p.rank) AS body,
        string_agg(octet_length(d.body)::text, ',' ORDER BY p.rank) AS lengths
      FROM unnest($4::int[]) WITH ORDINALITY AS p (position, rank) JOIN vitrine.documents d
      ON d.store = $1 AND d.form = $3 AND d.position = p.position AND d.since <= $2 AND d.until > $2
    ) t WHERE e.store = $1 AND e.edition = $2`

/** A term is followed by nothing, or by a space and the start of the chunk: see `chunkKey`. */
const CHUNKS = read(
  't.chunk AS here, t.chunk, t.positions',
  'unnest($4::text[]) AS i (term) JOIN vitrine.postings t',
  `t.store = $1 AND t.kind = $3 AND t.chunk >= i.term AND t.chunk < i.term || '!'`,
  'ORDER BY t.chunk',
)

const PRODUCT_IDS = `
  SELECT id::text AS value, position FROM vitrine.positions
  WHERE store = $1 AND kind <> 'variant' AND position = ANY ($2::int[])`

const FACET_VALUES = read(
  `t.term AS here, ${selectList('facet_values', 't.')}`,
  'vitrine.facet_values t',
  't.store = $1',
  'ORDER BY t.term',
)

const FACET_CHUNKS = read(
  't.chunk AS here, t.chunk, t.positions',
  'vitrine.facet_values f JOIN vitrine.postings t',
  `f.store = $1 AND f.since <= $2 AND f.until > $2 AND t.store = $1 AND t.kind = 'product'
    AND t.chunk >= f.term AND t.chunk < f.term || '!'`,
  'ORDER BY t.chunk',
)
