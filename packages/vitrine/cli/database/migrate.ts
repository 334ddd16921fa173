import { databaseExists, openCatalogs, publicName } from '@vitrine/engine/database/open'
import { SCHEMA_VERSION } from '@vitrine/engine/edition/tables'
import type { Command } from 'commander'
import { CommandError, UsageError } from '../errors.ts'
import { databaseOption } from '../options.ts'
import { copyStores } from './copy-stores.ts'

/**
 * `vitrine migrate`: with `--create` creates the tables of a database that has none, and checks their version. With
 * `--from` copies the stores of another database.
 */
export function addMigrateCommand(command: Command): void {
  command
    .option('--create', 'create the database, or in PostgreSQL its tables, if they do not exist')
    .option(
      '--from <file|url>',
      'copy all stores of this database, of the same or an older version, and create --database',
    )
    .option('--json', 'with --from: print a JSON object')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(migrate)
}

const EXAMPLES = `
Examples:
  vitrine migrate
  vitrine migrate --create --database postgres://vitrine_writer@db.example/shop
  vitrine migrate --from ./data/vitrine.db --database ./data/vitrine-2.db
  vitrine migrate --from ./data/vitrine.db --database postgres://vitrine_writer@db.example/shop

\`vitrine import --create\` and \`vitrine store add\` create missing tables themselves. Tables of another version are refused and
stay as they are.

--from copies the current edition of every store, with its markets, settings, synonyms, rules, texts of labels and limits. Ids,
slugs, times and the order of equal products stay, and the edition gets a higher number. It only reads the other database, whose
servers and imports go on. Run again, it copies what is missing: stores that a stopped run did not reach, and what was imported
since. It refuses a store that has changed in both. Earlier editions, held ones and the log of publications stay behind:
followers of the store are told to read everything again.`

interface Options {
  readonly create?: true
  readonly from?: string
  readonly json?: true
  readonly database: string
}

async function migrate({ create, from, json, database }: Options): Promise<void> {
  const name = publicName(database)
  if (from !== undefined) {
    if (from === database) throw new UsageError(`--from and --database both name ${name}; name a new database`)
    return await copyStores(from, database, json === true)
  }
  if (json) throw new UsageError('--json is for copying stores; add --from')
  const exists = await databaseExists(database)
  if (!exists && !create) {
    const remedy = '`vitrine migrate --create` creates it, --database names another'
    throw new CommandError(`the database ${name} does not exist; ${remedy}`)
  }
  await using _catalogs = await openCatalogs(database, 'create')
  console.log(`${name}: ${exists ? 'the tables have' : 'created the tables of'} schema version ${SCHEMA_VERSION}`)
}
