import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { VitrineError } from '@vitrine/catalog/error'
import type { Catalogs } from '../../edition/catalogs.ts'
import type { Adapter } from '../adapter.ts'
import { backUpSqlite } from './backup.ts'
import { openSqliteCatalogs } from './catalogs.ts'
import { requireFile } from './connection.ts'
import { openSqliteEditions } from './editions.ts'
import { freeRoom } from './free-room.ts'
import { openOlderSqlite } from './older-tables.ts'
import { integrityCheck } from './verify.ts'

/** A database is the path of a file, optionally with `file:` or `sqlite:` before it. */
export const SQLITE: Adapter = {
  accepts: (database) => filePath(database) !== undefined,
  openEditions: async (database, _postgres, report) => openSqliteEditions(filePath(database)!, report),
  openCatalogs: async (database, ifMissing, inWorker) => openFile(filePath(database)!, ifMissing, inWorker),
  openOlder: async (database) => openOlderSqlite(filePath(database)!),
  backUp: (database, file) => backUpSqlite(filePath(database)!, file),
  integrityProblems: (database) => integrityCheck(filePath(database)!),
  freeBytes: (database) => freeRoom(filePath(database)!),
  exists: async (database) => existsSync(filePath(database)!),
  publicName: (database) => database,
}

function openFile(path: string, ifMissing: 'create' | 'require', inWorker: boolean): Catalogs {
  if (ifMissing === 'require') requireFile(path)
  try {
    return openSqliteCatalogs(path, inWorker)
  } catch (error) {
    if (error instanceof VitrineError) throw error
    throw new VitrineError(
      'database-unusable',
      `the database ${path} cannot be made: ${(error as Error).message}`,
      [],
      error,
    )
  }
}

/** The path of the file, or undefined if the name has another scheme or no path. */
function filePath(database: string): string | undefined {
  const path = withoutPrefix(database)
  return path === '' || path === ':memory:' ? undefined : path
}

function withoutPrefix(database: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(database)) return database
  const [, scheme, rest] = /^([^:]+):(.*)$/s.exec(database)!
  if (!/^(file|sqlite)$/i.test(scheme!)) return undefined
  if (!rest!.startsWith('//')) return rest
  // The path of an address follows the two slashes: sqlite:///var/data.db is /var/data.db.
  return URL.canParse(`file:${rest}`) && rest!.startsWith('///') ? fileURLToPath(`file:${rest}`) : rest!.slice(2)
}
