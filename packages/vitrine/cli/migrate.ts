import { databaseExists, migrateDatabase, publicName } from '@vitrine/engine/database/open'
import type { Command } from 'commander'
import { CommandError } from './errors.ts'
import { databaseOption } from './options.ts'
import { interruptible, unlessAborted } from './signals.ts'

/** `vitrine migrate`: creates the tables of a database, or upgrades those of an older version. */
export function addMigrateCommand(command: Command): void {
  command
    .option('--create', 'create the database if it does not exist')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(migrate)
}

const EXAMPLES = `
Examples:
  vitrine migrate
  vitrine migrate --create --database postgres://vitrine_writer@db.example/shop

\`vitrine import --create\` and \`vitrine store add\` create missing tables themselves. Only this command upgrades the tables of
an older version. Stop the servers before, and start those of the new version afterwards: neither can read the tables of
the other. All editions stay. If the upgrade fails or is killed, the tables are as before.`

interface Options {
  readonly create?: true
  readonly database: string
}

async function migrate({ create, database }: Options): Promise<void> {
  if (!create && !(await databaseExists(database))) {
    const remedy = '`vitrine migrate --create` creates it, --database names another'
    throw new CommandError(`the database ${publicName(database)} does not exist; ${remedy}`)
  }
  const { from, to } = await unlessAborted(migrateDatabase(database), interruptible())
  const name = publicName(database)
  if (from === undefined) console.log(`${name}: created the tables of schema version ${to}`)
  else if (from < to) console.log(`${name}: upgraded the tables from schema version ${from} to ${to}`)
  else console.log(`${name}: the tables already have schema version ${to}; nothing changed`)
}
