import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { VitrineError } from '@vitrine/catalog/error'
import { type FileUnusable, openFile } from '@vitrine/runtime/sqlite-file'
import type { Cell } from '../../edition/tables.ts'
import type { SqlConnection, TransactionStep } from '../sql-connection.ts'
import { checkSchema, prepareSchema } from './schema.ts'

/** Opens a file read-only, or for writing, which creates it if it does not exist. Throws `database-unusable`. */
export function connect(path: string, readOnly: boolean): DatabaseSync {
  requireNoFolder(path)
  let db: DatabaseSync | undefined
  try {
    db = openFile(path, { readOnly, timeout: 10_000, enableForeignKeyConstraints: false })
    if (readOnly) {
      checkSchema(db)
      db.exec(`PRAGMA mmap_size = ${mappedBytes(statSync(path).size)}; PRAGMA cache_size = -65536`)
    } else {
      prepareSchema(db)
      // A checkpoint every 128 MB: seldom enough that a page that changes often is written to the file once.
      db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4000')
      db.exec('PRAGMA journal_size_limit = 134217728')
    }
    return db
  } catch (error) {
    db?.close()
    const { errcode, message } = error as FileUnusable
    const isRefused = errcode === SQLITE_READONLY || errcode === SQLITE_CANTOPEN
    const reason = isRefused ? whyUnopened(path) : undefined
    if (reason === undefined && error instanceof VitrineError) throw error
    throw new VitrineError('database-unusable', `the database ${path} cannot be used: ${reason ?? message}`, [], error)
  }
}

const SQLITE_READONLY = 8
const SQLITE_CANTOPEN = 14

/** Why the system lets SQLite not open a file; undefined if it does. */
function whyUnopened(path: string): string | undefined {
  const folder = dirname(path)
  if (!isAllowed(folder, constants.W_OK | constants.X_OK))
    return `the folder ${folder} is read-only; SQLite writes the index of its log there`
  return existsSync(path) && !isAllowed(path, constants.R_OK) ? 'there is no permission to read it' : undefined
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Throws `database-unusable` if the file does not exist. */
export function requireFile(path: string): void {
  if (existsSync(path)) return
  const sentence = `the database ${path} does not exist; \`vitrine store add\` creates one, --database names another`
  throw new VitrineError('database-unusable', sentence)
}

/** Throws `database-unusable` if the path is a folder: SQLite would report a disk error. */
export function requireNoFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  throw new VitrineError(
    'database-unusable',
    `the database ${path} is a folder; name a file in it, such as ${join(path, 'vitrine.db')}`,
  )
}

/**
 * A connection that writes to a file. It answers synchronously, so that no other work comes between two steps. Every
 * use may throw `database-unusable`.
 */
export class SqliteConnection implements SqlConnection {
  readonly db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.db = db
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#run(text, values) as Row[]
  }

  async execute<Row>(steps: Iterable<TransactionStep>, durable?: 'durable'): Promise<Row[]> {
    this.db.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}; BEGIN IMMEDIATE`)
    try {
      let rows: unknown[] = []
      for (const step of steps)
        if (typeof step === 'function') step(rows)
        else rows = this.#run(step[0], step.slice(1))
      this.db.exec('COMMIT')
      return rows as Row[]
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK')
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.db.close()
  }

  #run(text: string, values: readonly unknown[]): unknown[] {
    const statement = this.#prepared.get(text) ?? this.db.prepare(text)
    this.#prepared.set(text, statement)
    return statement.all(...(values as Cell[]))
  }
}

/**
 * How much of a file to map into memory. SQLite maps at most 2 GB. Mapping that much of a larger file gains little, and
 * all of it counts as memory of the process.
 */
function mappedBytes(fileBytes: number): number {
  return fileBytes <= MAX_MAPPED_BYTES ? MAX_MAPPED_BYTES : 268_435_456
}

const MAX_MAPPED_BYTES = 2_147_418_112
