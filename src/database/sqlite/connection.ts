import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import { checkSchema, prepareSchema } from './schema.ts'

/** Opens a file, to read alone or to write too; makes one to write where there is none. Throws `database-unusable`. */
export function connect(path: string, readOnly: boolean): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly, timeout: 10_000, enableForeignKeyConstraints: false })
    if (readOnly) {
      checkSchema(db)
      db.exec(`PRAGMA mmap_size = ${mappedBytes(statSync(path).size)}; PRAGMA cache_size = -65536`)
    } else {
      prepareSchema(db)
      // The log is folded into the file every 128 MB: seldom enough that a page changed often is written once.
      db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4000')
      db.exec('PRAGMA journal_size_limit = 134217728')
    }
    return db
  } catch (error) {
    db?.close()
    if (error instanceof VitrineError) throw error
    throw fileUnusable(path, error as Error)
  }
}

export function fileUnusable(path: string, { message }: Error): VitrineError {
  return new VitrineError('database-unusable', `the database ${path} cannot be used: ${message}`)
}

/** SQLite maps no more than 2 GB. Of a larger file a part gains little, and counts as memory of the process as much. */
function mappedBytes(fileBytes: number): number {
  return fileBytes <= MOST_MAPPED ? MOST_MAPPED : 268_435_456
}

const MOST_MAPPED = 2_147_418_112
