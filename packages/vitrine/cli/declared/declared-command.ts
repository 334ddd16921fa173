import { describeStore } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { type Declared, publishDeclared, readDeclared } from '@vitrine/engine/publish/publish-declared'
import type { Command } from 'commander'
import { printUndo } from '../editions/print-undo.ts'
import { UsageError } from '../errors.ts'
import { requireEdition, requireMarket } from '../find-store.ts'
import { databaseOption, marketOption, storeOption } from '../options.ts'
import { interruptible } from '../signals.ts'
import { formatNumber, WAITING_FOR_IMPORT } from '../terminal-text.ts'
import { type DeclaredKind, declaredFile } from './declared-file.ts'

/** What a store declares beside its catalog, and how a command prints it. */
export interface DeclaredCommand<Kind extends keyof Declared> extends DeclaredKind<Declared[Kind]> {
  readonly kind: Kind
  readonly examples: string
  /** The entries as `read` takes them. `isJson` is for those that may have another form. */
  readonly textOf: (entries: readonly Declared[Kind][], isJson: boolean) => string
  /** What a store with the entries has: `2 rules`. */
  readonly contentsOf: (entries: readonly Declared[Kind][]) => string
  /** Says on standard error which entries the products of the store do not need yet. */
  readonly note?: (edition: Edition, entries: readonly Declared[Kind][]) => Promise<void>
}

interface Options {
  readonly store: StoreId
  readonly market?: string
  readonly clear?: boolean
  readonly json?: boolean
  readonly database: string
}

/** Adds the arguments and options of a command that prints what a store declares, or publishes a file of it. */
export function addDeclaredCommand<Kind extends keyof Declared>(command: Command, kind: DeclaredCommand<Kind>): void {
  const { things, expected, examples } = kind
  command
    .argument('[file]', `${expected} with all ${things}, or - for standard input (default: print the ${things})`)
    .addOption(storeOption())
    .addOption(marketOption(`the market whose ${things} these are (default: the store itself)`))
    .option('--clear', `remove all ${things}`)
    .addOption(databaseOption())
    .addHelpText('after', examples)
    .action((file: string | undefined, options: Options) => run(kind, file, options))
}

async function run<Kind extends keyof Declared>(
  kind: DeclaredCommand<Kind>,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const { clear, json = false } = options
  if (clear && file !== undefined) throw new UsageError('--clear and a file exclude each other; expected one of them')
  if (json && (clear || file !== undefined))
    throw new UsageError(`--json prints ${kind.things}; expected no file and no --clear`)
  if (clear) await replace(kind, [], options)
  else if (file !== undefined) await replace(kind, await declaredFile(file, kind), options)
  else await print(kind, options)
}

async function print<Kind extends keyof Declared>(
  { kind, things, textOf }: DeclaredCommand<Kind>,
  { store, market, json = false, database }: Options,
): Promise<void> {
  await using editions = await openEditions(database)
  const edition = await requireEdition(editions, store, market)
  const entries = await readDeclared(edition, kind)
  if (entries.length > 0 || json) return void process.stdout.write(textOf(entries, json))
  const target = market === undefined ? `--store ${store}` : `--store ${store} --market ${market}`
  console.error(`${describeStore(edition.store.id)} has no ${things}; \`vitrine ${kind} <file> ${target}\` adds them`)
}

/** Publishes an edition with the entries, and prints the result. */
async function replace<Kind extends keyof Declared>(
  { kind, contentsOf, note }: DeclaredCommand<Kind>,
  entries: readonly Declared[Kind][],
  { store, market, database }: Options,
): Promise<void> {
  const signal = interruptible()
  const contents = contentsOf(entries)
  await using catalogs = await openCatalogs(database, 'require')
  const { number, store: target } = await requireEdition(catalogs, store, market)
  await using draft = await catalogs.draft(store, () => console.error(WAITING_FOR_IMPORT), signal)
  if (market !== undefined) requireMarket(store, market, draft.base.store.markets ?? [])
  const { base } = market === undefined ? draft : draft.markets.find((each) => each.market!.code === market)!
  await note?.(base, entries)
  const edition = await publishDeclared(draft, kind, entries, new Date().toISOString(), market)
  const name = describeStore(target.id)
  if (!edition) return console.log(`nothing to change: ${name} stays at edition ${formatNumber(number)}: ${contents}`)
  console.log(`${name} is now at edition ${formatNumber(edition.number)}: ${contents}`)
  await printUndo(catalogs, store)
}
