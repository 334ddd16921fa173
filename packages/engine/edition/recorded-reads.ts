import { AsyncLocalStorage } from 'node:async_hooks'
import type { StoreId } from '@vitrine/catalog/store'
import { EDITION_ITSELF, listPart, partOf, prefixOf } from './content-versions.ts'
import type { Form } from './rows.ts'
import type { KeyGroup, KeyItem, LookupIndex, Snapshot, Storage, VariantKeys } from './storage.ts'
import type { VersionedTable } from './tables.ts'
import type { Kind, Term } from './term.ts'

const recordings = new AsyncLocalStorage<Set<string>>()

/** Notes that what is computed now depends on a part of the edition: one of `ContentVersions`, or one of these. */
export function noteRead(part: string): void {
  recordings.getStore()?.add(part)
}

/** A value that several computations need. Each depends on what the value was computed from. */
export class SharedValue<Value> {
  readonly #computed: Promise<{ readonly value: Value; readonly parts: ReadonlySet<string> }>

  constructor(compute: () => Promise<Value>) {
    this.#computed = recordReads(compute)
    // Those who get the value report the error.
    this.#computed.catch(() => {})
  }

  async get(): Promise<Value> {
    const { value, parts } = await this.#computed
    for (const part of parts) noteRead(part)
    return value
  }
}

/** Computes a value, and finds out which parts of an edition it depends on. */
export async function recordReads<Value>(
  compute: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly parts: ReadonlySet<string> }> {
  const parts = new Set<string>()
  const value = await recordings.run(parts, compute)
  return { value, parts }
}

/** A storage that notes which parts of the content of an edition each read depends on. */
export function recordingStorage(storage: Storage): Storage {
  return {
    get(at, table, group, items) {
      noteRows(table, group, items)
      return storage.get(at, table, group, items)
    },
    scan(at, table, group, from, to, bounded) {
      noteRows(table, group, [from])
      return storage.scan(at, table, group, from, to, bounded)
    },
    chunks(at: Snapshot, kind: Kind, terms: readonly Term[]) {
      for (const term of terms) noteRead(listPart(kind, term))
      return storage.chunks(at, kind, terms)
    },
    find(at: Snapshot, index: LookupIndex, values: readonly string[]) {
      for (const table of TABLES_OF_INDEX[index]) noteRead(table)
      return storage.find(at, index, values)
    },
    documentById(at: Snapshot, form: Form, id: string) {
      noteDocuments(form)
      return storage.documentById(at, form, id)
    },
    concatenatedDocuments(at: Snapshot, form: Form, positions: Uint32Array) {
      noteDocuments(form)
      return storage.concatenatedDocuments(at, form, positions)
    },
    productsOfVariants(at: Snapshot, variants: VariantKeys) {
      noteDocuments('source')
      noteRead('variants')
      return storage.productsOfVariants(at, variants)
    },
    names(at: Snapshot, kind: Kind, positions: readonly number[]) {
      noteRead(NAMES[kind])
      return storage.names(at, kind, positions)
    },
    facetValues(at: Snapshot, withPostings: boolean) {
      noteRead('facet_values')
      if (withPostings) for (const prefix of FACET_PREFIXES) noteRead(listPart('product', prefix))
      return storage.facetValues(at, withPostings)
    },
    productIds: unversioned((store: StoreId, positions: readonly number[]) => storage.productIds(store, positions)),
    publications: unversioned((store: StoreId, before: number | undefined, count: number) =>
      storage.publications(store, before, count),
    ),
    codes: unversioned((store: StoreId) => storage.codes(store)),
    editions: unversioned((store: StoreId) => storage.editions(store)),
    limits: unversioned((store: StoreId) => storage.limits(store)),
  }
}

/**
 * The parts that a publication changes if it changes any name: `Draft.writeSortOrder` notes the order, even of the same
 * rows.
 */
const NAMES: Readonly<Record<Kind, string>> = {
  product: partOf('orders', ['product', 'name:ASC']),
  variant: partOf('orders', ['variant', 'name:ASC']),
}

/** The tables that a look-up joins. */
const TABLES_OF_INDEX: Readonly<Record<LookupIndex, readonly VersionedTable[]>> = {
  productId: ['products'],
  variantId: ['variants'],
  slug: ['products'],
  sku: ['variants'],
  productOfSku: ['variants', 'products'],
  variantsOfProduct: ['variants', 'products'],
}

/** The prefixes of the terms of facet values. */
const FACET_PREFIXES = ['label', 'within', 'group', 'option', 'attribute'] as const

function noteDocuments(form: Form): void {
  noteRead('products')
  noteRead(partOf('documents', [form]))
}

/** Whole prefixes of posting lists, because a scan reads those that come as well. */
function noteRows(table: VersionedTable, group: KeyGroup, items: readonly KeyItem[]): void {
  if (table !== 'postings') noteRead(partOf(table, group))
  else for (const item of items) noteRead(prefixOf(listPart(group[0] as Kind, String(item))))
}

function unversioned<Args extends readonly unknown[], Result>(read: (...args: Args) => Result) {
  return (...args: Args): Result => {
    noteRead(EDITION_ITSELF)
    return read(...args)
  }
}
