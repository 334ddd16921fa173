import type { Command } from 'commander'
import { migrateDatabase, publicName } from '../database/open.ts'
import { databaseOption } from './options.ts'
import { interruptible, unlessAborted } from './signals.ts'

/** `vitrine migrate`: creates the tables of a database. */
export function addMigrateCommand(command: Command): void {
  command.addOption(databaseOption()).addHelpText('after', EXAMPLES).action(migrate)
}

const EXAMPLES = `
Examples:
  vitrine migrate
  vitrine migrate --database postgres://vitrine_writer@db.example/shop

\`vitrine import\` and \`vitrine store add\` create missing tables themselves. Tables of another version are refused and
stay unchanged.`

async function migrate({ database }: { readonly database: string }): Promise<void> {
  const { from, to } = await unlessAborted(migrateDatabase(database), interruptible())
  const name = publicName(database)
  if (from === undefined) console.log(`${name}: created the tables of schema version ${to}`)
  else console.log(`${name}: the tables already have schema version ${to}; nothing changed`)
}
