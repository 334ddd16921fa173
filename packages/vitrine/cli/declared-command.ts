import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { type Declared, publishDeclared, readDeclared } from '@vitrine/engine/publish/publish-declared'
import type { Command } from 'commander'
import { type DeclaredKind, declaredFile } from './declared-file.ts'
import { UsageError } from './errors.ts'
import { requireEdition } from './find-store.ts'
import { databaseOption, storeOption } from './options.ts'
import { interruptible } from './signals.ts'
import { formatNumber, WAITING_FOR_IMPORT } from './terminal-text.ts'

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
    .option('--clear', `remove all ${things}`)
    .addOption(databaseOption())
    .addHelpText('after', examples)
    .action((file: string | undefined, options: Options) => run(kind, file, options))
}

async function run<Kind extends keyof Declared>(
  kind: DeclaredCommand<Kind>,
  file: string | undefined,
  { store, clear, json = false, database }: Options,
): Promise<void> {
  if (clear && file !== undefined) throw new UsageError('--clear and a file exclude each other; expected one of them')
  if (json && (clear || file !== undefined))
    throw new UsageError(`--json prints ${kind.things}; expected no file and no --clear`)
  if (clear) await replace(kind, store, [], database)
  else if (file !== undefined) await replace(kind, store, await declaredFile(file, kind), database)
  else await print(kind, store, json, database)
}

async function print<Kind extends keyof Declared>(
  { kind, things, textOf }: DeclaredCommand<Kind>,
  store: StoreId,
  isJson: boolean,
  database: string,
): Promise<void> {
  await using editions = await openEditions(database)
  const entries = await readDeclared(await requireEdition(editions, store), kind)
  if (entries.length > 0 || isJson) process.stdout.write(textOf(entries, isJson))
  else console.error(`store ${store} has no ${things}; \`vitrine ${kind} <file> --store ${store}\` adds them`)
}

/** Publishes an edition with the entries, and prints the result. */
async function replace<Kind extends keyof Declared>(
  { kind, contentsOf, note }: DeclaredCommand<Kind>,
  store: StoreId,
  entries: readonly Declared[Kind][],
  database: string,
): Promise<void> {
  const signal = interruptible()
  const contents = contentsOf(entries)
  await using catalogs = await openCatalogs(database, 'require')
  const { number } = await requireEdition(catalogs, store)
  await using draft = await catalogs.draft(store, () => console.error(WAITING_FOR_IMPORT), signal)
  await note?.(draft.base, entries)
  const edition = await publishDeclared(draft, kind, entries, new Date().toISOString())
  if (!edition)
    return console.log(`nothing to change: store ${store} stays at edition ${formatNumber(number)}: ${contents}`)
  console.log(`store ${store} is now at edition ${formatNumber(edition.number)}: ${contents}`)
  console.log(`\`vitrine rollback ${store} ${draft.base.number}\` undoes this`)
}
