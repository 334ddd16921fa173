import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites the first page of a table's B-tree in a SQLite file that nothing has open. */
export function damageTable(path: string, table: string): void {
  const [root, pageSize] = placeOf(path, table)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageSize, 0xff), 0, pageSize, (root - 1) * pageSize)
  closeSync(file)
}

function placeOf(path: string, table: string): [root: number, pageSize: number] {
  using db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)!
  return [rootpage as number, db.prepare('PRAGMA page_size').get()!.page_size as number]
}
