import type { Command } from 'commander'
import { UsageError } from './errors.ts'
import { databaseOption } from './options.ts'
import {
  addSettings,
  type EffectiveSetting,
  effectiveSettings,
  SETTING_NAMES,
  sourceOf,
  toServerSettings,
} from './server-settings.ts'
import { table } from './terminal-text.ts'

interface Options {
  readonly printConfig?: boolean
  readonly json?: boolean
  readonly database: string
}

/** `vitrine serve`: serves the read API for all stores of a database. */
export function addServeCommand(command: Command): void {
  addSettings(command, SETTING_NAMES)
  command
    .addOption(databaseOption())
    .option('--print-config', 'print all settings and where they come from, then exit')
    .option('--json', 'with --print-config: print a JSON object')
    .addHelpText('after', EXAMPLES)
    .action(serve)
}

const EXAMPLES = `
Examples:
  vitrine serve
  vitrine serve --host 0.0.0.0 --port 8080 --public-url https://api.shop.example
  VITRINE_PORT=8080 DATABASE_URL=/var/lib/vitrine/catalogs.db vitrine serve
  VITRINE_PORT=8080 vitrine serve --print-config

Exit codes: 0 stopped after all requests were answered, 1 failed or connections were closed, 2 wrong usage.`

async function serve({ printConfig, json, database }: Options, command: Command): Promise<void> {
  if (json && !printConfig) throw new UsageError('--json requires --print-config')
  const settings = effectiveSettings(command)
  if (printConfig) return console.log(formatConfig([databaseSetting(database, command), ...settings], json))
  // The server's modules take a while to load; other commands do not need them.
  const { startServer } = await import('./running-server.ts')
  await startServer(toServerSettings(settings), database)
}

function databaseSetting(database: string, command: Command): EffectiveSetting {
  // Up to the last @, since a password may contain any character.
  const value = database.replace(/(:\/\/[^:@/]*):.*@/s, '$1:***@').replace(/(password=)[^&]*/gi, '$1***')
  const source = sourceOf(command, 'database')
  return { name: 'database', option: '--database', variable: 'DATABASE_URL', value, source }
}

function formatConfig(settings: readonly EffectiveSetting[], json = false): string {
  const printed = settings.map((setting) => (setting.value === false ? { ...setting, value: 'none' } : setting))
  if (json) {
    const entries = printed.map(({ name, value = null, source }) => [name, { value, source }])
    return JSON.stringify(Object.fromEntries(entries))
  }
  const rows = printed.map(({ option, variable, value, unset, source }) => [
    option,
    value === undefined ? `(${unset})` : String(value),
    source === 'environment' ? `environment (${variable})` : source,
  ])
  return table([['OPTION', 'VALUE', 'SOURCE'], ...rows])
}
