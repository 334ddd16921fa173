/**
 * The lower limit for any import in Node: `node bench/harness/import-limit.ts CATALOG DATABASE` parses each line of a native
 * catalog, and puts it into a new SQLite file by its id, on one thread.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'

const [catalog, database] = process.argv.slice(2) as [string, string]
using db = new DatabaseSync(database)
db.exec('PRAGMA page_size = 32768; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
db.exec('CREATE TABLE documents (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID; BEGIN')
const insert = db.prepare('INSERT INTO documents VALUES (?, ?)')
for await (const line of createInterface({ input: createReadStream(catalog) })) insert.run(JSON.parse(line).id, line)
db.exec('COMMIT')
