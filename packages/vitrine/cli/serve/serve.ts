import cluster from 'node:cluster'
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { databaseOption } from '../options.ts'
import { table } from '../terminal-text.ts'
import { checkSearchLog } from './search-log.ts'
import {
  addSettings,
  type EffectiveSetting,
  effectiveSettings,
  SETTING_NAMES,
  type ServerSettings,
  shareOfWorker,
  sourceOf,
  toServerSettings,
} from './server-settings.ts'

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
  vitrine serve --workers auto
  vitrine serve --search-log /var/log/vitrine/searches.ndjson
  vitrine serve --edition 8 --default-store books --port 3001

With --edition, no cache stores an answer: Cache-Control is always no-store.
With several workers, SIGUSR2 replaces one after another, and no request is lost.

Exit codes: 0 stopped after all requests were answered, 1 failed or connections were closed, 2 wrong usage.`

async function serve({ printConfig, json, database }: Options, command: Command): Promise<void> {
  if (json && !printConfig) throw new UsageError('--json requires --print-config')
  const settings = effectiveSettings(command)
  if (printConfig) return console.log(formatConfig([databaseSetting(database, command), ...settings], json))
  const values = toServerSettings(settings)
  if (values.edition !== undefined && values.defaultStore === undefined)
    throw new UsageError('--edition needs --default-store, because each store numbers its own editions')
  await start(values, database)
}

/** The server's modules take a while to load; other commands do not need them. */
async function start(settings: ServerSettings, database: string): Promise<void> {
  if (cluster.isWorker) return await (await import('./workers/worker.ts')).startWorker(settings, database)
  if (settings.searchLog !== undefined) await checkSearchLog(settings.searchLog)
  if (settings.workers > 1) await (await import('./workers/start-workers.ts')).startWorkers(settings, database)
  else await (await import('./running-server.ts')).startServer(settings, database)
}

function databaseSetting(database: string, command: Command): EffectiveSetting {
  // Up to the last @, since a password may contain any character.
  const value = database.replace(/(:\/\/[^:@/]*):.*@/s, '$1:***@').replace(/(password=)[^&]*/gi, '$1***')
  const source = sourceOf(command, 'database')
  return { name: 'database', option: '--database', variable: 'DATABASE_URL', value, source }
}

function formatConfig(settings: readonly EffectiveSetting[], json = false): string {
  const { workers, ...shares } = shareOfSettings(settings)
  const printed = settings.map((setting) => ({
    ...setting,
    value: setting.value === false ? 'none' : setting.value,
    perWorker: workers > 1 ? shares[setting.name as keyof typeof shares] : undefined,
  }))
  if (json) {
    const entries = printed.map(({ name, value = null, source, perWorker }) => [name, { value, source, perWorker }])
    return JSON.stringify(Object.fromEntries(entries))
  }
  const rows = printed.map(({ option, variable, value, unset, source, perWorker }) => [
    option,
    value === undefined
      ? `(${unset})`
      : perWorker === undefined
        ? String(value)
        : `${value} (each worker ${Math.round(perWorker * 10) / 10})`,
    source === 'environment' ? `environment (${variable})` : source,
  ])
  return table([['OPTION', 'VALUE', 'SOURCE'], ...rows])
}

function shareOfSettings(settings: readonly EffectiveSetting[]) {
  const values = toServerSettings(settings)
  return { workers: values.workers, ...shareOfWorker(values) }
}
