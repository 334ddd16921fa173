import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Lists of one field that are read together: of four million variants, up to 8 MB. */
export const LISTS_AT_ONCE = 16

/** The statements that read an edition, prepared once a connection. Each asks by a primary key that begins with the store. */
export class ReadStatements {
  readonly posting: StatementSync
  readonly prefix: StatementSync
  readonly lists: StatementSync
  readonly words: StatementSync
  readonly wordsOfInitial: StatementSync
  readonly values: StatementSync
  readonly productBySlug: StatementSync
  readonly variantsBySku: StatementSync
  readonly productsBySku: StatementSync
  readonly variantsOfProduct: StatementSync
  readonly order: StatementSync
  readonly productById: StatementSync
  readonly variantById: StatementSync
  readonly documentById: StatementSync
  readonly document: StatementSync
  readonly rising: StatementSync
  readonly falling: StatementSync
  readonly scattered: StatementSync
  readonly product: StatementSync
  readonly variant: StatementSync

  constructor(db: DatabaseSync) {
    const during = 'since <= ? AND until > ?'
    const joined = (order: string) => `
      SELECT CAST(group_concat(body, ',') AS BLOB) AS body, count(*) AS count FROM (
        SELECT body FROM documents
        WHERE store = ?1 AND form = ?2 AND since <= ?3 AND until > ?4 AND position BETWEEN ?5 AND ?6 ORDER BY position ${order})`
    const byId = (table: string) => `
      SELECT position FROM positions p WHERE store = ? AND kind = ? AND id = ? AND EXISTS (
        SELECT 1 FROM ${table} t WHERE t.store = p.store AND t.position = p.position AND t.since <= ? AND t.until > ?)`
    this.posting = db.prepare(
      `SELECT size, positions FROM postings WHERE store = ? AND kind = ? AND term = ? AND ${during}`,
    )
    this.prefix = db.prepare(
      `SELECT term, size, positions FROM postings WHERE store = ? AND kind = ? AND term >= ? AND term < ? AND ${during} ORDER BY term`,
    )
    this.lists = db.prepare(`
      SELECT term, size, positions FROM postings
      WHERE store = ? AND kind = ? AND term > ? AND term < ? AND ${during} ORDER BY term LIMIT ${LISTS_AT_ONCE}`)
    this.words = db.prepare(
      `SELECT words FROM words WHERE store = ? AND kind = ? AND field = ? AND ${during} ORDER BY initial`,
    )
    this.wordsOfInitial = db.prepare(
      `SELECT words FROM words WHERE store = ? AND kind = ? AND field = ? AND initial = ? AND ${during}`,
    )
    const named = (field: string) => `
      SELECT term, size, name, positions FROM postings
      WHERE store = ?1 AND kind = 'product' AND term > '${field}:' AND term < '${field};'
        AND since <= ?2 AND until > ?2 AND name IS NOT NULL`
    // As one text: a hundred rows take four times as long. `;` follows the colon.
    this.values = db.prepare(`
      SELECT group_concat(
        '[' || json_quote(term) || ',' || size || ',' || name || ',"' || iif(?3, hex(positions), '') || '"]') AS list
      FROM (${['group', 'label', 'option'].map(named).join(' UNION ALL ')} ORDER BY term)`)
    this.productBySlug = db.prepare(
      `SELECT position FROM products INDEXED BY products_slug WHERE store = ? AND slug = ? AND ${during}`,
    )
    const bySku = (column: string) =>
      `SELECT ${column} AS position FROM variants INDEXED BY variants_sku WHERE store = ? AND sku = ? AND ${during}`
    this.variantsBySku = db.prepare(bySku('position'))
    this.productsBySku = db.prepare(bySku('product'))
    this.variantsOfProduct = db.prepare(`
      SELECT v.position FROM positions p CROSS JOIN variants v INDEXED BY variants_product
      ON v.store = p.store AND v.product = p.position AND v.since <= ?3 AND v.until > ?4
      WHERE p.store = ?1 AND p.kind = 'product' AND p.id = ?2`)
    this.order = db.prepare(
      `SELECT positions FROM orders WHERE store = ? AND kind = ? AND name = ? AND chunk BETWEEN ? AND ? AND ${during} ORDER BY chunk`,
    )
    this.productById = db.prepare(byId('products'))
    this.variantById = db.prepare(byId('variants'))
    this.documentById = db.prepare(`
      SELECT CAST(d.body AS BLOB) AS body FROM positions p CROSS JOIN documents d
      ON d.store = ?1 AND d.form = ?4 AND d.position = p.position AND d.since <= ?5 AND d.until > ?6
      WHERE p.store = ?1 AND p.kind = ?2 AND p.id = ?3`)
    this.document = db.prepare(`SELECT body FROM documents WHERE store = ? AND form = ? AND position = ? AND ${during}`)
    this.rising = db.prepare(joined('ASC'))
    this.falling = db.prepare(joined('DESC'))
    this.scattered = db.prepare(`
      SELECT CAST(group_concat(body, ',') AS BLOB) AS body, count(*) AS count FROM (
        SELECT d.body FROM json_each(?5) p CROSS JOIN documents d
        ON d.store = ?1 AND d.form = ?2 AND d.position = p.value AND d.since <= ?3 AND d.until > ?4)`)
    this.product = db.prepare(`
      SELECT position, digest, created_at AS createdAt, updated_at AS updatedAt, name, slug, price,
        highest_price AS highestPrice
      FROM products WHERE store = ? AND position = ? AND ${during}`)
    this.variant = db.prepare(`
      SELECT position, product, created_at AS createdAt, updated_at AS updatedAt, name, sku, price, stock
      FROM variants WHERE store = ? AND position = ? AND ${during}`)
  }
}
