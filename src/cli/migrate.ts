import type { Command } from 'commander'
import { migrateDatabase, publicName } from '../database/open.ts'
import { databaseOption } from './options.ts'

/** `vitrine migrate`: makes a database's tables, or brings them to what this program knows. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description("make a database's tables, or bring them to this program's version")
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(migrate)
}

const EXAMPLES = `
Examples:
  vitrine migrate
  vitrine migrate --database postgres://vitrine_writer@db.example/shop

What writes (import, store add) does it by itself. Tables of a newer program are refused, and stay as they are.`

async function migrate({ database }: { readonly database: string }): Promise<void> {
  const { from, to } = await migrateDatabase(database)
  const name = publicName(database)
  if (from === undefined) console.log(`${name} has the tables of version ${to} now`)
  else if (from === to) console.log(`${name} has the tables of version ${to} already; nothing was done`)
  else console.log(`${name} went from version ${from} to version ${to}`)
}
