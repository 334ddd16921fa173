import type { Command } from 'commander'
import { databaseOption } from './options.ts'
import { addSettings, readSettings, SETTING_NAMES } from './server-settings.ts'

/** `vitrine serve`: the read API over all stores of a database, until it is told to stop. */
export function addServe(program: Command): void {
  const command = program.command('serve').description('serve all stores of a database')
  addSettings(command, SETTING_NAMES)
  command.addOption(databaseOption()).addHelpText('after', EXAMPLES).action(serve)
}

const EXAMPLES = `
Examples:
  vitrine serve
  vitrine serve --host 0.0.0.0 --port 8080 --public-url https://api.shop.example
  VITRINE_PORT=8080 DATABASE_URL=/var/lib/vitrine/catalogs.db vitrine serve

Exit codes: 0 stopped with all requests answered, 1 refused or cut off, 2 wrong usage.`

async function serve({ database }: { readonly database: string }, command: Command): Promise<void> {
  const settings = readSettings(command)
  // The server's half of the program takes a while to load; the other commands do without.
  const { Serving } = await import('./serving.ts')
  await Serving.start(settings, database)
}
