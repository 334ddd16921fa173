import { hash } from 'node:crypto'
import { VitrineError } from '@vitrine/catalog/error'
import { describeStore, marketStoreId } from '@vitrine/catalog/market'
import { type SettingsLayers, type StoreId, storeId, storeOf } from '@vitrine/catalog/store'
import { storeTaxRate, withStoreTaxRate } from '@vitrine/catalog/store-tax-rate'
import type { LimitRow } from '../edition/limit-state.ts'
import type { OlderProduct, OlderStore, OlderStores } from '../edition/older-store.ts'
import { unpackSource } from '../edition/packed-source.ts'
import type { Kind } from '../edition/term.ts'
import { codesOfRow } from './codes-row.ts'
import type { OlderTables } from './older-tables.ts'

/** A database of this version of the stored format, or of an earlier one. Nothing is ever written to it. */
export class OlderDatabase implements AsyncDisposable {
  readonly #tables: OlderTables

  constructor(tables: OlderTables) {
    this.#tables = tables
  }

  /** All stores, in the order of their ids. */
  async stores(): Promise<StoreId[]> {
    const { schema } = this.#tables
    // As all statements about several stores, it joins tables by the store.
    const join = `${schema}stores s JOIN ${schema}editions e ON e.store = s.store AND e.edition = s.edition`
    const rows = await this.#tables.query<{ store: string }>(`SELECT s.store FROM ${join} ORDER BY s.store`)
    // The id of a market has a dot.
    return rows.flatMap(({ store }) => storeId(store) ?? [])
  }

  /** Runs `read` with a store and its markets, as they are at one moment; undefined if the store was removed. */
  async read<Result>(id: StoreId, read: (stores: OlderStores | undefined) => Promise<Result>): Promise<Result> {
    return await this.#tables.inSnapshot(async () => {
      const store = await openStore(this.#tables, id)
      if (!store) return await read(undefined)
      const markets = new Map<string, OlderStore>()
      for (const { code } of storeOf(store.settings).markets ?? []) {
        const market = await openStore(this.#tables, marketStoreId(id, code))
        if (!market) throw damaged(id, `the market ${code} has no row`)
        markets.set(code, market)
      }
      return await read({ store, markets })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tables[Symbol.asyncDispose]()
  }
}

/** A row of a table of any version: columns are read by their names. */
type Row = Readonly<Record<string, unknown>>

async function openStore(tables: OlderTables, id: StoreId): Promise<SqlOlderStore | undefined> {
  const { schema } = tables
  const [store] = await tables.query<Row>(`SELECT * FROM ${schema}stores WHERE store = $1`, [id])
  if (!store) return undefined
  const editions = `FROM ${schema}editions WHERE store = $1`
  const [edition] = await tables.query<Row>(`SELECT * ${editions} AND edition = $2`, [id, store.edition])
  const [newest] = await tables.query<{ number: number }>(`SELECT max(edition) AS number ${editions}`, [id])
  if (!edition) throw damaged(id, `edition ${store.edition} has no row`)
  const limits = tables.names.has('limits')
    ? await tables.query<LimitRow>(`SELECT name, value FROM ${schema}limits WHERE store = $1`, [id])
    : []
  return new SqlOlderStore(tables, id, store, edition, newest!.number, limits)
}

class SqlOlderStore implements OlderStore {
  readonly id: StoreId
  readonly settings: SettingsLayers
  readonly productCount: number
  readonly variantCount: number
  readonly newest: number
  readonly state: string
  readonly priceLevel: number
  readonly limits: readonly LimitRow[]
  readonly #tables: OlderTables
  readonly #edition: number
  readonly #positions: Readonly<Record<Kind, number>>

  constructor(tables: OlderTables, id: StoreId, store: Row, edition: Row, newest: number, limits: readonly LimitRow[]) {
    this.#tables = tables
    this.id = id
    this.settings = {
      operator: withoutPins(store.settings) as unknown as SettingsLayers['operator'],
      edition: withoutPins(edition.settings),
    }
    this.productCount = Number(edition.products)
    this.variantCount = Number(edition.variants)
    this.newest = newest
    this.state = hash('sha1', JSON.stringify([store.settings, edition.edition, edition.published_at, edition.settings]))
    const counts = limits.find(({ name }) => name === `edition ${edition.edition}`)?.value
    this.priceLevel = (counts && JSON.parse(counts).priceLevel) || 0
    this.limits = limits
    this.#edition = Number(edition.edition)
    this.#positions = { product: Number(store.product_positions), variant: Number(store.variant_positions) }
  }

  async codes(): ReturnType<OlderStore['codes']> {
    if (!this.#tables.names.has('codes')) return []
    const rows = await this.#query<{ given: string }>('SELECT given FROM codes WHERE store = $1 ORDER BY number')
    return rows.flatMap(codesOfRow)
  }

  /** Reads by the primary key, and sorts in memory: 16 bytes a position. */
  async *ids(kind: Kind): AsyncGenerator<readonly string[]> {
    const count = this.#positions[kind]
    const ids = Buffer.alloc(ID_BYTES * count)
    const page = (after = '') => `
      SELECT CAST(id AS text) AS name, position FROM positions
      WHERE store = $1 AND kind = $2 ${after} ORDER BY id LIMIT ${IDS_AT_ONCE}`
    const next = page(`AND id > CAST($3 AS ${this.#tables.idType})`)
    let found = 0
    let rows = await this.#query<{ name: string; position: number }>(page(), kind)
    while (rows.length > 0) {
      // Those of an edition that is being written come after the others.
      for (const { name, position } of rows)
        if (position < count) found += ids.write(name.replaceAll('-', ''), ID_BYTES * position, 'hex') / ID_BYTES
      rows = await this.#query(next, kind, rows.at(-1)!.name)
    }
    if (found !== count) throw damaged(this.id, `${count} positions of ${kind}s were given, and ${found} are there`)
    for (let from = 0; from < count; from += IDS_AT_ONCE)
      yield Array.from({ length: Math.min(IDS_AT_ONCE, count - from) }, (_, index) => idAt(ids, from + index))
  }

  async *products(): AsyncGenerator<readonly OlderProduct[]> {
    const isCurrent = 'store = $1 AND since <= $2 AND until > $2'
    const page = `SELECT * FROM products WHERE ${isCurrent} AND position > $3 ORDER BY position LIMIT ${PRODUCTS_AT_ONCE}`
    const sources = `
      SELECT position, body FROM documents
      WHERE ${isCurrent} AND form = 'source' AND position > $3 AND position <= $4`
    const storeRate = storeTaxRate(storeOf(this.settings))
    for (let last = -1; ; ) {
      const rows = await this.#query<{ position: number; digest?: string }>(page, this.#edition, last)
      if (rows.length === 0) return
      const end = rows.at(-1)!.position
      const documents = await this.#query<{ position: number; body: string }>(sources, this.#edition, last, end)
      const bodies = new Map(documents.map(({ position, body }) => [position, body]))
      yield rows.map(({ position, digest = '' }) => {
        const body = bodies.get(position)
        if (body === undefined) throw damaged(this.id, `the product at position ${position} has no document`)
        try {
          return { position, digest, source: withStoreTaxRate(unpackSource(body, 'source'), storeRate) }
        } catch (error) {
          throw damaged(this.id, `the document of the product at position ${position} cannot be read`, error)
        }
      })
      last = end
    }
  }

  async entries(kind: Parameters<OlderStore['entries']>[0]): Promise<readonly object[]> {
    const [row] = await this.#query<{ words: string }>(
      `SELECT words FROM words
       WHERE store = $1 AND since <= $2 AND until > $2 AND kind = 'product' AND field = $3 AND initial = ''`,
      this.#edition,
      kind,
    )
    return row ? row.words.split('\n').map((line) => JSON.parse(line)) : []
  }

  /** A statement about the store, which is its first parameter, over one table. */
  #query<Result>(text: string, ...values: readonly unknown[]): Promise<Result[]> {
    return this.#tables.query<Result>(text.replace(/FROM /, `FROM ${this.#tables.schema}`), [this.id, ...values])
  }
}

const ID_BYTES = 16
const IDS_AT_ONCE = 1000
const PRODUCTS_AT_ONCE = 100

function idAt(ids: Buffer, position: number): string {
  const hex = ids.toString('hex', ID_BYTES * position, ID_BYTES * (position + 1))
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Settings as they are stored, without what names editions. */
function withoutPins(settings: unknown): object {
  const { pinnedEditions: _, ...others } = JSON.parse(settings as string)
  return others
}

function damaged(store: StoreId, what: string, cause?: unknown): VitrineError {
  const remedy = '`vitrine verify` of the version that wrote the database says what to do'
  return new VitrineError('database-unusable', `${describeStore(store)}: ${what}; ${remedy}`, [], cause)
}
