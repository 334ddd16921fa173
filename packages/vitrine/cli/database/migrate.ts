import { databaseExists, openCatalogs, publicName } from '@vitrine/engine/database/open'
import { SCHEMA_VERSION } from '@vitrine/engine/edition/tables'
import type { Command } from 'commander'
import { CommandError } from '../errors.ts'
import { databaseOption } from '../options.ts'

/** `vitrine migrate`: with `--create` creates the tables of a database that has none, and checks their version. */
export function addMigrateCommand(command: Command): void {
  command
    .option('--create', 'create the database, or in PostgreSQL its tables, if they do not exist')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(migrate)
}

const EXAMPLES = `
Examples:
  vitrine migrate
  vitrine migrate --create --database postgres://vitrine_writer@db.example/shop

\`vitrine import --create\` and \`vitrine store add\` create missing tables themselves. Tables of another version are refused and
stay as they are: export the stores with the version that wrote them, and import them into a new database.`

interface Options {
  readonly create?: true
  readonly database: string
}

async function migrate({ create, database }: Options): Promise<void> {
  const name = publicName(database)
  const exists = await databaseExists(database)
  if (!exists && !create) {
    const remedy = '`vitrine migrate --create` creates it, --database names another'
    throw new CommandError(`the database ${name} does not exist; ${remedy}`)
  }
  await using _catalogs = await openCatalogs(database, 'create')
  console.log(`${name}: ${exists ? 'the tables have' : 'created the tables of'} schema version ${SCHEMA_VERSION}`)
}
