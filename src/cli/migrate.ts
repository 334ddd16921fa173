import type { Command } from 'commander'
import { migrateDatabase, publicName } from '../database/open.ts'
import { databaseOption } from './options.ts'
import { interruptible, unlessAborted } from './signals.ts'
import { upgraded, upgradeIfOlder } from './upgrade.ts'

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

What writes (import, store add) makes the tables by itself. Tables of versions 2 and 3 become those of version 4 as they
are. The stores of a SQLite file of version 1 are published anew into a file that takes its place, and the old one is kept
beside it; import does that by itself, too. Tables of a newer program are refused, and stay as they are.`

async function migrate({ database }: { readonly database: string }): Promise<void> {
  const signal = interruptible()
  const name = publicName(database)
  const upgrade = await upgradeIfOlder(database, signal)
  if (upgrade) {
    console.log(upgraded(name, upgrade))
    return
  }
  const { from, to } = await unlessAborted(migrateDatabase(database), signal)
  if (from === undefined) console.log(`${name} has the tables of version ${to} now`)
  else if (from !== to) console.log(`${name} went from version ${from} to version ${to}`)
  else console.log(`${name} has the tables of version ${to} already; nothing was done`)
}
