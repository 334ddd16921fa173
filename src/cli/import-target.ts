import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreId } from '../catalog/store.ts'
import { databaseExists, openCatalogs, publicName } from '../database/open.ts'
import type { Catalogs } from '../edition/draft.ts'
import { Refusal } from './failure.ts'
import { editionIfAny } from './known-store.ts'
import { newStore } from './new-store.ts'

interface Options {
  readonly store: StoreId
  readonly create?: boolean
  readonly name?: string | undefined
  readonly dryRun?: boolean
  readonly database: string
}

/** Where an import goes: a database that has the store. */
export interface ImportTarget extends AsyncDisposable {
  readonly catalogs: Catalogs
  /** The import was not refused, so that a store made for it may stay. Else disposing takes it back. */
  keepStore(): void
}

/** Refuses at once what `openTarget` would refuse: a store that does not exist and that `--create` does not make. */
export async function requireTarget(options: Options): Promise<void> {
  const { store, create = false, database } = options
  if (!create && !(await hasStore(database, store))) throw await unknown(store, database)
}

/** Opens the database, and makes the store if it does not exist and `create` is set. */
export async function openTarget(options: Options, inWorker = false): Promise<ImportTarget> {
  const { store, name, create = false, dryRun = false, database } = options
  await using opened = new AsyncDisposableStack()
  const isNew = !(await hasStore(database, store))
  if (isNew && !create) throw await unknown(store, database)
  const path = isNew && dryRun ? await scratchDatabase(opened) : database
  const catalogs = opened.use(await openCatalogs(path, create ? 'make' : 'refuse', inWorker))
  let kept = !isNew
  if (isNew) {
    await catalogs.addStore(newStore(store, name ?? store))
    opened.defer(async () => {
      if (!kept) await catalogs.removeStore(store)
    })
  }
  const toDispose = opened.move()
  return {
    catalogs,
    keepStore() {
      kept = true
    },
    [Symbol.asyncDispose]: () => toDispose.disposeAsync(),
  }
}

async function hasStore(database: string, store: StoreId): Promise<boolean> {
  if (!(await databaseExists(database))) return false
  await using catalogs = await openCatalogs(database, 'refuse')
  return (await editionIfAny(catalogs, store)) !== undefined
}

/** A dry run of an import that would make its store happens in a database of its own, which goes afterwards. */
async function scratchDatabase(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-dry-run-'))
  opened.defer(() => rm(folder, { recursive: true }))
  return join(folder, 'scratch.db')
}

async function unknown(store: StoreId, database: string): Promise<Refusal> {
  const missing = (await databaseExists(database))
    ? `there is no store ${store}`
    : `there is no catalog at ${publicName(database)} yet`
  return new Refusal(
    `${missing}; \`vitrine store add ${store} --name …\` makes the store, or --create on this command does`,
  )
}
