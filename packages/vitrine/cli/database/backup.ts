import { backUpDatabase, publicName } from '@vitrine/engine/database/open'
import type { Command } from 'commander'
import { databaseOption } from '../options.ts'

/** `vitrine backup`: copies the SQLite database. */
export function addBackupCommand(command: Command): void {
  command
    .argument('<file>', 'the file to write, which must not exist')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(backUp)
}

const EXAMPLES = `
Examples:
  vitrine backup ./backups/vitrine-monday.db
  vitrine serve --database ./backups/vitrine-monday.db

The copy has all stores, their settings, synonyms, rules and stored editions, as they are at one moment. Servers and imports go on.`

async function backUp(file: string, { database }: { readonly database: string }): Promise<void> {
  await backUpDatabase(database, file)
  console.log(`copied ${publicName(database)} to ${file}`)
}
