import type { Command } from 'commander'
import { databaseOption } from './options.ts'
import { addSettings, effectiveSettings, SETTING_NAMES, toServerSettings } from './server-settings.ts'

/** `vitrine serve`: serves the read API for all stores of a database. */
export function addServe(program: Command): void {
  const command = program.command('serve').description('serve all stores of a database over HTTP')
  addSettings(command, SETTING_NAMES)
  command.addOption(databaseOption()).addHelpText('after', EXAMPLES).action(serve)
}

const EXAMPLES = `
Examples:
  vitrine serve
  vitrine serve --host 0.0.0.0 --port 8080 --public-url https://api.shop.example
  VITRINE_PORT=8080 DATABASE_URL=/var/lib/vitrine/catalogs.db vitrine serve

Exit codes: 0 stopped after all requests were answered, 1 failed or connections were closed, 2 wrong usage.`

async function serve({ database }: { readonly database: string }, command: Command): Promise<void> {
  const settings = effectiveSettings(command)
  // The server's modules take a while to load; other commands do not need them.
  const { startServer } = await import('./running-server.ts')
  await startServer(toServerSettings(settings), database)
}
