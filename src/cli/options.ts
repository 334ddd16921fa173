import { InvalidArgumentError, Option } from 'commander'
import { type StoreId, storeId } from '../catalog/store.ts'

const DEFAULT_DATABASE = './data/vitrine.db'

/** Where the database is: the same option on every command. */
export function databaseOption(): Option {
  return new Option('--database <where>', 'a SQLite file, or the postgres://… address of a database')
    .env('DATABASE_URL')
    .default(DEFAULT_DATABASE)
    .argParser((text) => text || DEFAULT_DATABASE)
}

/** Reads a store's id from the command line. */
export function parseStoreId(text: string): StoreId {
  const id = storeId(text)
  if (!id) throw new InvalidArgumentError('Expected 1 to 64 characters of A-Z a-z 0-9 _ -.')
  return id
}

/** Reads a name from the command line. */
export function parseName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected a name that is not empty.')
  return text.trim()
}
