import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  KEPT_EDITIONS,
  NOT_ENDED,
  rowTable,
  SORT_COLUMN,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind, Sort } from '../../edition/term.ts'

/** The statements that write an edition. */
export class WriteStatements {
  readonly counters
  readonly end: Record<'products' | 'variants', StatementSync>
  readonly endDocument
  readonly putDocument
  readonly endPosting
  readonly putPosting
  readonly endWords
  readonly putWords
  readonly owners
  readonly chunk
  readonly endChunks
  readonly putChunk
  readonly journal
  readonly journaled
  readonly newest
  readonly writing
  readonly setWriting
  readonly addEdition
  readonly replaced
  readonly makeCurrent
  readonly clearJournal
  readonly drop: Record<'products' | 'variants', StatementSync>
  readonly dropDocument
  readonly dropPosting
  readonly dropPostings
  readonly dropPositions
  readonly dropOrders
  readonly dropChunksFrom
  readonly dropWords
  readonly dropWordsOf
  readonly reopen: Record<VersionedTable, StatementSync>
  readonly outdated
  readonly dropEnded: Record<VersionedTable, StatementSync>
  readonly dropEdition

  constructor(db: DatabaseSync) {
    const each = (sql: (table: VersionedTable) => string) =>
      Object.fromEntries(VERSIONED_TABLES.map((table) => [table, db.prepare(sql(table))])) as Record<
        VersionedTable,
        StatementSync
      >
    const end = (table: string, key: string) =>
      db.prepare(`UPDATE ${table} SET until = ?1 WHERE store = ?2 AND ${key} AND until = ${NOT_ENDED} AND since < ?1`)

    this.counters = db.prepare(
      'SELECT product_positions AS product, variant_positions AS variant FROM stores WHERE store = ?',
    )
    this.end = { products: end('products', 'position = ?3'), variants: end('variants', 'position = ?3') }
    this.endDocument = end('documents', 'form = ?3 AND position = ?4')
    this.putDocument = db.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?)')
    this.endPosting = end('postings', 'kind = ?3 AND term = ?4')
    this.putPosting = db.prepare('INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    this.endWords = end('words', 'kind = ?3 AND field = ?4 AND initial = ?5')
    this.putWords = db.prepare('INSERT OR REPLACE INTO words VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.owners = db.prepare(
      `SELECT position, product FROM variants WHERE store = ? AND until = ${NOT_ENDED} ORDER BY position`,
    )
    this.chunk = db.prepare(
      `SELECT positions FROM orders WHERE store = ? AND kind = ? AND name = ? AND chunk = ? AND until = ${NOT_ENDED}`,
    )
    this.endChunks = end('orders', 'kind = ?3 AND name = ?4 AND chunk BETWEEN ?5 AND ?6')
    this.putChunk = db.prepare('INSERT OR REPLACE INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.journal = db.prepare('INSERT INTO journal VALUES (?, ?, ?, ?)')
    this.journaled = db.prepare('SELECT kind, positions FROM journal WHERE store = ?')
    this.newest = db.prepare('SELECT max(edition) AS number FROM editions WHERE store = ?')
    this.writing = db.prepare('SELECT writing FROM stores WHERE store = ?')
    this.setWriting = db.prepare('UPDATE stores SET writing = ? WHERE store = ?')
    this.addEdition = db.prepare(
      'INSERT INTO editions (store, edition, published_at, products, variants) VALUES (?, ?, ?, ?, ?)',
    )
    this.replaced = db.prepare('UPDATE editions SET replaced_at = ? WHERE store = ? AND edition = ?')
    this.makeCurrent = db.prepare(`
      UPDATE stores SET edition = ?, writing = NULL, product_positions = ?, variant_positions = ? WHERE store = ?`)
    this.clearJournal = db.prepare('DELETE FROM journal WHERE store = ?')
    this.drop = {
      products: db.prepare('DELETE FROM products WHERE store = ? AND position = ? AND since = ?'),
      variants: db.prepare('DELETE FROM variants WHERE store = ? AND position = ? AND since = ?'),
    }
    this.dropDocument = db.prepare('DELETE FROM documents WHERE store = ? AND form = ? AND position = ? AND since = ?')
    this.dropPosting = db.prepare('DELETE FROM postings WHERE store = ? AND kind = ? AND term = ? AND since = ?')
    this.dropPostings = db.prepare('DELETE FROM postings WHERE store = ? AND since = ?')
    this.dropPositions = db.prepare(`
      DELETE FROM positions WHERE store = ?1 AND position >=
        (SELECT iif(kind = 'product', product_positions, variant_positions) FROM stores s WHERE s.store = ?1)`)
    this.dropOrders = db.prepare('DELETE FROM orders WHERE store = ? AND since = ?')
    this.dropChunksFrom = db.prepare(
      'DELETE FROM orders WHERE store = ? AND kind = ? AND name = ? AND chunk >= ? AND since = ?',
    )
    this.dropWords = db.prepare('DELETE FROM words WHERE store = ? AND since = ?')
    this.dropWordsOf = db.prepare(
      'DELETE FROM words WHERE store = ? AND kind = ? AND field = ? AND initial = ? AND since = ?',
    )
    this.reopen = each(
      (table) => `UPDATE ${table} SET until = ${NOT_ENDED} WHERE store = ? AND until < ${NOT_ENDED} AND until = ?`,
    )
    this.outdated = db.prepare(`
      SELECT edition FROM editions WHERE store = ?1
        AND edition < (SELECT min(edition) FROM editions WHERE store = ?1 AND (edition = ?2 OR replaced_at >= ?3))
        AND edition < (SELECT min(edition) FROM
          (SELECT edition FROM editions WHERE store = ?1 ORDER BY edition DESC LIMIT ${KEPT_EDITIONS}))
      ORDER BY edition`)
    this.dropEnded = each((table) => `DELETE FROM ${table} WHERE store = ? AND until < ${NOT_ENDED} AND until <= ?`)
    this.dropEdition = db.prepare('DELETE FROM editions WHERE store = ? AND edition = ?')
  }
}

/** The positions of the next edition and their sort keys, in ascending order. `Sort` defines the order. */
export function sortedBy(kind: Kind, sort: Sort): string {
  const column = SORT_COLUMN[sort.slice(0, sort.indexOf(':')) as keyof typeof SORT_COLUMN]
  return `SELECT position, ${column} FROM ${rowTable(kind)} WHERE store = ? AND until = ${NOT_ENDED}
    ORDER BY ${column} NULLS LAST, position`
}
