import type { GivenCode } from '@vitrine/catalog/code-book'
import type { StoreId } from '@vitrine/catalog/store'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import type { LimitRow } from '@vitrine/engine/edition/limit-state'
import { endOfChunks } from '@vitrine/engine/edition/posting-rows'
import type { RetainedEdition } from '@vitrine/engine/edition/prune'
import type { Publication } from '@vitrine/engine/edition/publication'
import type { Form } from '@vitrine/engine/edition/rows'
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
} from '@vitrine/engine/edition/storage'
import { type PostingRow, rowTable, type TableRows, type VersionedTable } from '@vitrine/engine/edition/tables'
import type { Kind, Term } from '@vitrine/engine/edition/term'
import type { StoredGroup, StoredRow } from './stored-group.ts'
import { groupOf, type StoredEdition, type StoredStore, type Stores } from './stored-store.ts'

/** Rows of a page: 3 MB of orders. */
const PAGE_ROWS = 50

/** Reads editions from memory. What it returns is a copy. */
export class MemoryStorage implements Storage {
  readonly #stores: Stores

  constructor(stores: Stores) {
    this.#stores = stores
  }

  async get<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    items: readonly KeyItem[],
  ): Promise<(TableRows[T] | undefined)[]> {
    const { rows } = this.#group(at, table, group)
    return items.map((item) => rows.get(item)).map((row) => row && copyOf<TableRows[T]>(row))
  }

  /** Asks for the edition before each page: it may have been pruned. */
  async *scan<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    from: KeyItem,
    to: KeyItem,
  ): AsyncGenerator<readonly TableRows[T][]> {
    for (let start = 0; ; start += PAGE_ROWS) {
      const rows = this.#group(at, table, group)
        .range(from, to)
        .slice(start, start + PAGE_ROWS)
      if (rows.length > 0) yield rows.map((row) => copyOf<TableRows[T]>(row))
      if (rows.length < PAGE_ROWS) return
    }
  }

  async chunks(at: Snapshot, kind: Kind, terms: readonly Term[]): Promise<readonly PostingRow[]> {
    const group = this.#group(at, 'postings', [kind])
    return terms.flatMap((term) => group.range(term, endOfChunks(term))).map((row) => copyOf<PostingRow>(row))
  }

  async find(at: Snapshot, index: LookupIndex, values: readonly string[]): Promise<readonly Located[]> {
    const { store, edition } = this.#at(at)
    return values.flatMap((value) => positionsOf(store, edition, index, value).map((position) => ({ value, position })))
  }

  documentById(at: Snapshot, form: Form, id: string): LocatedDocument | undefined {
    const { store, edition } = this.#at(at)
    const position = store.positions.product.get(id)
    const row = position === undefined ? undefined : groupOf(edition, 'documents', [form]).rows.get(position)
    return row && { position: position!, body: Buffer.from(row.body as string) }
  }

  async concatenatedDocuments(at: Snapshot, form: Form, positions: Uint32Array): Promise<ConcatenatedDocuments> {
    const bodies = rowsAt(this.#group(at, 'documents', [form]), positions).map(({ body }) => body as string)
    return { body: Buffer.from(bodies.join()), lengths: bodies.map((body) => Buffer.byteLength(body)) }
  }

  productsOfVariants(at: Snapshot, keys: VariantKeys): readonly ProductOfVariants[] {
    const { store, edition } = this.#at(at)
    const positions = 'id' in keys ? [store.positions.variant.get(keys.id) ?? -1] : keys.positions
    const products = new Set(rowsAt(groupOf(edition, 'variants'), positions).map(({ product }) => product as number))
    const rows = rowsAt(groupOf(edition, 'products'), products)
    const sources = rowsAt(groupOf(edition, 'documents', ['source']), products)
    return rows.map(({ variants }, index) => ({ variants, body: sources[index]!.body }) as ProductOfVariants)
  }

  async names(at: Snapshot, kind: Kind, positions: readonly number[]): Promise<readonly string[]> {
    return rowsAt(this.#group(at, rowTable(kind), []), positions).map(({ name }) => name as string)
  }

  async facetValues(at: Snapshot, withPostings: boolean): Promise<FacetValueRows> {
    const group = this.#group(at, 'facet_values', [])
    const values = group.items.map((item) => copyOf<TableRows['facet_values']>(group.rows.get(item)!))
    const terms = withPostings ? values.map(({ term }) => term) : []
    return { values, chunks: await this.chunks(at, 'product', terms) }
  }

  async productIds(store: StoreId, positions: readonly number[]): Promise<readonly Located[]> {
    const ids = [...(this.#stores.get(store)?.positions.product ?? [])]
    return ids.filter(([, position]) => positions.includes(position)).map(([value, position]) => ({ value, position }))
  }

  async publications(
    store: StoreId,
    before = Number.POSITIVE_INFINITY,
    count: number,
  ): Promise<readonly Publication[]> {
    const stored = this.#stores.get(store)?.publications ?? []
    const newestFirst = stored.filter(({ number }) => number < before).toReversed()
    return structuredClone(newestFirst.slice(0, count))
  }

  async codes(store: StoreId): Promise<readonly GivenCode[]> {
    return structuredClone(this.#stores.get(store)?.codes ?? [])
  }

  async editions(store: StoreId): Promise<readonly RetainedEdition[]> {
    const editions = [...(this.#stores.get(store)?.editions.values() ?? [])]
    return structuredClone(editions.map(({ summary }) => summary).sort((a, b) => b.number - a.number))
  }

  async limits(store: StoreId): Promise<readonly LimitRow[]> {
    return [...(this.#stores.get(store)?.limits ?? [])].map(([name, value]) => ({ name, value }))
  }

  #group(at: Snapshot, table: VersionedTable, group: KeyGroup): StoredGroup {
    return groupOf(this.#at(at).edition, table, group)
  }

  /** Throws `EditionGone`. */
  #at(at: Snapshot): { readonly store: StoredStore; readonly edition: StoredEdition } {
    const store = this.#stores.get(at.store)
    const edition = store?.editions.get(at.edition)
    if (!store || !edition) throw new EditionGone(at)
    return { store, edition }
  }
}

/** A copy of a row, so that nobody changes what is stored. */
export function copyOf<Read>(row: StoredRow): Read {
  const { positions } = row
  return { ...row, ...(positions instanceof Uint8Array ? { positions: new Uint8Array(positions) } : {}) } as Read
}

function positionsOf(store: StoredStore, edition: StoredEdition, index: LookupIndex, value: string): number[] {
  const positions = (rows: readonly StoredRow[], column = 'position') => rows.map((row) => row[column] as number)
  const byId = (kind: Kind) => {
    const position = store.positions[kind].get(value)
    return position === undefined ? [] : [position]
  }
  const variants = groupOf(edition, 'variants')
  switch (index) {
    case 'productId':
      return positions(rowsAt(groupOf(edition, 'products'), byId('product')))
    case 'variantId':
      return positions(rowsAt(variants, byId('variant')))
    case 'slug':
      return positions(groupOf(edition, 'products').having('slug', value))
    case 'sku':
      return positions(variants.having('sku', value))
    case 'productOfSku':
      return positions(variants.having('sku', value), 'product')
    case 'variantsOfProduct':
      return byId('product').flatMap((product) => positions(variants.having('product', product)))
  }
}

/** The rows at these positions, in order; fewer if some are missing. */
function rowsAt({ rows }: StoredGroup, positions: Iterable<number>): StoredRow[] {
  return Array.from(positions, (position) => rows.get(position)).filter((row) => row !== undefined)
}
