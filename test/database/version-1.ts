import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/** Puts a file that a program made when its schema was version 1 where a test wants it. */
export function putVersion1(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, gunzipSync(readFileSync(join(FIXTURES, 'version-1.db.gz'))))
}

/** What that program exported of a store. */
export function exportOfVersion1(store: 'harbour' | 'garden'): string {
  return readFileSync(join(FIXTURES, `version-1-${store}.ndjson`), 'utf8')
}

/** Changes a file by hand, and leaves no log beside it. */
export function change(path: string, sql: string): void {
  using db = new DatabaseSync(path)
  db.exec(sql)
}

/** Gives a file of version 1 so many more stores like its garden: enough work to be interrupted in. */
export function addGardens(path: string, count: number): void {
  const columns = [
    'editions: edition, published_at, products, variants',
    'positions: kind, id, position',
    'products: position, since, until, digest, created_at, updated_at, name, price',
    'variants: position, since, until, product, created_at, updated_at, name, sku, price, stock',
    'documents: form, position, since, until, body',
  ]
  const numbers = `WITH numbers(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${99 + count})`
  const id = "'garden-' || n"
  change(
    path,
    `BEGIN; ${numbers} INSERT INTO stores SELECT ${id}, json_set(settings, '$.id', ${id}), edition, NULL, product_positions,
      variant_positions FROM stores, numbers WHERE store = 'garden';
    ${columns
      .map((line) => line.split(': '))
      .map(([table, names]) => {
        return `${numbers} INSERT INTO ${table} SELECT ${id}, ${names} FROM ${table}, numbers WHERE store = 'garden';`
      })
      .join('\n')} COMMIT;`,
  )
}
