import type { Command } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { RemoteAddress } from '../import/remote/address.ts'
import { Misuse, Refusal } from './failure.ts'
import { findings, refusal, summary } from './import-report.ts'
import { requireTarget } from './import-target.ts'
import { progressFor } from './progress.ts'
import type { RemoteOptions } from './remote-options.ts'
import { importOnce, type RemoteOrder } from './remote-round.ts'
import { importEvery } from './remote-rounds.ts'
import { interruptible } from './signals.ts'

interface Options extends RemoteOptions {
  readonly store: StoreId
  readonly create?: boolean
  readonly name?: string
  readonly skipInvalid?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly text?: boolean
  readonly report?: string
  readonly database: string
}

/** Whether what is to be imported is on a server, and no file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** `vitrine import https://…`: the catalog of a server of the same API becomes the store's next edition, once or for ever. */
export async function importRemote(source: string, options: Options, command: Command): Promise<void> {
  const address = addressOf(source, options.store)
  refuseOthers(command)
  const { every, json = false, skipInvalid = false, dryRun = false } = options
  if (every && (json || dryRun))
    throw new Misuse(`--${json ? 'json' : 'dry-run'} is for one reading; leave it out, or --every`)
  const { store, name, create = false, text = false, report, database } = options
  const { remoteStore = store, header: headers = [] } = options
  const order = { address, remoteStore, headers, store, name, create, skipInvalid, dryRun, text, report, database }
  const signal = interruptible()
  await requireTarget(order)
  if (every) await importEvery(order, every, signal)
  else await importAndTell(order, json, signal)
}

async function importAndTell(order: RemoteOrder, json: boolean, signal: AbortSignal): Promise<void> {
  const { report } = await importOnce(order, undefined, progressFor(process.stderr, undefined), signal)
  if (json) console.log(JSON.stringify(report))
  else for (const line of findings(report!)) console.error(line)
  if (report!.outcome === 'refused') throw new Refusal(refusal(report!, order.skipInvalid, 'product'))
  if (!json) console.log(summary(report!))
}

function addressOf(source: string, store: StoreId): RemoteAddress {
  const url = URL.parse(source)
  if (!url) throw new Misuse(`${source} is not an address; expected one such as https://backend.example.com/api`)
  if (url.username !== '' || url.password !== '')
    throw new Misuse('a name and a password do not belong into the address; give them with --header "authorization: …"')
  if (FILE.test(url.pathname))
    throw new Misuse(
      `${source} is a file, not a server; \`curl -L '${source}' | vitrine import - --store ${store}\` imports it`,
    )
  if (url.search !== '' || url.hash !== '')
    throw new Misuse(`${source} has more than an address; expected what comes before /store/products`)
  return new RemoteAddress(url)
}

const FILE = /\.(?:ndjson|jsonl|json|csv|tsv|txt|xml|rss|atom|gz|zip)$/i

/** What can be said of a server. All other options of the command say something of a file. */
const MEANT = new Set<string>([
  'store',
  'remoteStore',
  'header',
  'every',
  'create',
  'name',
  'replace',
  'skipInvalid',
  'dryRun',
  'text',
  'report',
  'json',
  'database',
])

function refuseOthers(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName()
    if (MEANT.has(name) || command.getOptionValueSource(name) !== 'cli') continue
    throw new Misuse(`${option.long} says something of a file; a server's catalog is read without it`)
  }
}
