import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCatalogs, openEditions } from '../../src/database/open.ts'
import { IndexCache } from '../../src/serve/index-cache.ts'
import { DATABASES } from '../database/databases.ts'
import { rowsOf } from '../database/rows.ts'
import { seen, storeNamed } from '../loading.ts'
import { noServers, startServer } from '../postgres/server.ts'
import { temporaryFolder } from '../temporary.ts'
import { ExpectedState } from './expected-state.ts'
import { type Blow, runImporter, type Step } from './importer.ts'
import { Random } from './random.ts'
import { expectState, readMeanwhile } from './reader.ts'
import { expectIntegrity, remnants, writerGone } from './remnants.ts'
import { seededProducts } from './seeded-catalog.ts'

const STORE = storeNamed('crash')

/** Set it to the seed of a run to have its catalogs and its moments again. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** How many products a file has that is the whole catalog, and how many times an import is struck in each step. */
interface Trial {
  readonly products: number
  readonly blows: Readonly<Record<Step, number>>
}

const KILLS: Readonly<Record<string, Trial>> = {
  sqlite: { products: 1_500, blows: { starting: 1, reading: 4, 'merging postings': 3, sorting: 4, publishing: 4 } },
  postgres: { products: 750, blows: { starting: 1, reading: 2, 'merging postings': 1, sorting: 2, publishing: 2 } },
}
const CRASHES: Trial = {
  products: 750,
  blows: { starting: 0, reading: 1, 'merging postings': 1, sorting: 1, publishing: 2 },
}

const promise = (database: string, whenever: string) =>
  `in ${database}, a store is in the old edition or in the new one, whenever ${whenever} (SEED=${SEED})`

for (const { database, open, skip } of DATABASES) {
  const name = promise(database, 'its importer is killed')
  test(name, { skip, timeout: 180_000 }, async (context) => {
    await using opened = await open()
    await opened.catalogs.addStore(STORE)
    const { failed, published } = await endure(opened, KILLS[database]!, (importer) => void importer.kill('SIGKILL'))
    if (database === 'sqlite') await expectIntegrity(opened.address)
    context.diagnostic(`${failed} importers were killed; ${published} editions were published all the same`)
  })
}

const name = promise('postgres', 'the database server crashes')
test(name, { skip: noServers(), timeout: 180_000 }, async (context) => {
  await using server = await startServer()
  const address = server.url()
  {
    await using catalogs = await openCatalogs(address, 'make')
    await catalogs.addStore(STORE)
  }
  const { failed, published } = await endure({ address, reader: address }, CRASHES, async () => {
    await server.stop('immediate')
    await server.start()
  })
  await expectIntegrity(address)
  context.diagnostic(`${failed} imports failed; ${published} editions were published in spite of a crash`)
})

/** Imports again and again, strikes at moments spread over each step, and leaves a database with nothing left over. */
async function endure(
  { address, reader }: { readonly address: string; readonly reader: string },
  { products: most, blows }: Trial,
  strike: Blow['strike'],
): Promise<{ failed: number; published: number }> {
  const random = new Random(SEED)
  using folder = temporaryFolder()
  // Opened before all imports, with caches that are never emptied.
  await using editions = new IndexCache(await openEditions(reader), 64 * 1024 * 1024)

  let state = new ExpectedState()
  /** What each import has made, the newest last. */
  const made = [state]
  let version = 0
  const importNext = async (blow?: Blow) => {
    const replace = version % 2 === 0
    const products = seededProducts(new Random(SEED + version), replace ? most : 0.6 * most, version)
    const file = join(folder.path, `${version}.ndjson`)
    writeFileSync(file, products.map((product) => `${JSON.stringify(product)}\n`).join(''))
    const next = state.after(products, replace, made.at(-1)!)

    const running = runImporter({ file, database: address, store: STORE.id, replace }, blow)
    const { failed, took } = await readMeanwhile(running, editions, STORE.id, [state, next])
    await writerGone(address)
    await using anew = new IndexCache(await openEditions(reader), 0)
    const current = await anew.current(STORE.id)
    const published = current.number !== state.edition
    assert.ok(published || failed, 'an import that ended well is published')
    if (published) made.push(next)
    if (published) state = next
    await expectState(current, state)
    await seen(editions, STORE.id, current)
    // Now and then the same file again, more often the one after it.
    const again = random.chance(0.3)
    if (published || !again) version++
    return { failed, published, took }
  }

  const goBackOrForth = async () => {
    await using catalogs = await openCatalogs(address, 'refuse')
    const { number } = await catalogs.rollback(STORE.id, (kept) => random.oneOf(kept).number)
    state = made[number]!
    await using anew = new IndexCache(await openEditions(reader), 0)
    const current = await anew.current(STORE.id)
    await expectState(current, state)
    await seen(editions, STORE.id, current)
  }

  await importNext()
  const { took } = await importNext()
  let failed = 0
  let published = 0
  for (const moment of moments(blows, took, random)) {
    const ending = await importNext({ ...moment, strike })
    failed += Number(ending.failed)
    published += Number(ending.published)
    if (random.chance(0.2)) await age(address)
    if (random.chance(0.4)) await goBackOrForth()
  }
  await importNext()
  assert.deepEqual(await remnants(address), [])
  return { failed, published }
}

/** Moments spread over each step, in no order. */
function moments(
  blows: Trial['blows'],
  took: ReadonlyMap<Step, number>,
  random: Random,
): Pick<Blow, 'step' | 'after'>[] {
  const all = (Object.entries(blows) as [Step, number][]).flatMap(([step, count]) =>
    Array.from({ length: count }, (_, index) => ({ step, after: ((index + random.next()) / count) * took.get(step)! })),
  )
  return random.shuffled(all)
}

/** Makes every edition an old one, so that the next import clears those away that are kept no longer. */
async function age(address: string): Promise<void> {
  await rowsOf(address, "UPDATE editions SET replaced_at = '2026-01-01T00:00:00.000Z'")
}
