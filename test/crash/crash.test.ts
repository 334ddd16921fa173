import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCatalogs, openEditions } from '../../src/database/open.ts'
import { IndexCache } from '../../src/serve/index-cache.ts'
import { SHARED_DATABASES, SQLITE } from '../database/databases.ts'
import { rowsOf } from '../database/rows.ts'
import { seen, storeNamed } from '../loading.ts'
import { noServers, startServer } from '../postgres/server.ts'
import { temporaryFolder } from '../temporary.ts'
import { ExpectedState } from './expected-state.ts'
import { type Interruption, runImporter, type Step } from './importer.ts'
import { expectIntegrity, remnants, waitForWriter } from './remnants.ts'
import { seededProducts } from './seeded-catalog.ts'
import { SeededRandom } from './seeded-random.ts'
import { expectState, readDuring } from './state-checks.ts'

const STORE = storeNamed('crash')

/** The seed of catalogs and moments. Set SEED to repeat a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

interface Trial {
  /** The number of products in a file that replaces the catalog. */
  readonly products: number
  /** The number of interrupted imports per step. */
  readonly interruptions: Readonly<Record<Step, number>>
  readonly isLaunched?: boolean
}

const KILLS: Readonly<Record<string, Trial>> = {
  sqlite: {
    products: 1_500,
    interruptions: { starting: 1, reading: 4, 'merging postings': 3, sorting: 4, publishing: 4 },
  },
  postgres: {
    products: 750,
    interruptions: { starting: 1, reading: 2, 'merging postings': 1, sorting: 2, publishing: 2 },
  },
}
const LAUNCHER_KILLS: Trial = {
  products: 750,
  interruptions: { starting: 1, reading: 1, 'merging postings': 1, sorting: 1, publishing: 4 },
  isLaunched: true,
}
const SERVER_CRASHES: Trial = {
  products: 750,
  interruptions: { starting: 0, reading: 1, 'merging postings': 1, sorting: 1, publishing: 2 },
}

for (const { database, open, skip } of SHARED_DATABASES) {
  test(`in ${database}, a store is in the old or the new edition after its importer is killed (SEED=${SEED})`, {
    skip,
    timeout: 900_000,
  }, async (context) => {
    await using opened = await open()
    await opened.catalogs.addStore(STORE)
    const kill: Interruption['interrupt'] = (importer) => void importer.kill('SIGKILL')
    const { failed, published } = await importWithInterruptions(opened, KILLS[database]!, kill)
    if (database === 'sqlite') await expectIntegrity(opened.address)
    context.diagnostic(`${failed} importers were killed, ${published} of the interrupted imports published an edition`)
  })
}

test(`a store is in the old or the new edition after the launcher of its importer is killed (SEED=${SEED})`, {
  timeout: 900_000,
}, async (context) => {
  await using opened = await SQLITE.open()
  await opened.catalogs.addStore(STORE)
  const kill: Interruption['interrupt'] = (launcher) => void launcher.kill('SIGKILL')
  const { failed, published } = await importWithInterruptions(opened, LAUNCHER_KILLS, kill)
  context.diagnostic(`${failed} launchers were killed, ${published} of the interrupted imports published an edition`)
})

test(`in postgres, a store is in the old or the new edition after the server crashes (SEED=${SEED})`, {
  skip: noServers(),
  timeout: 900_000,
}, async (context) => {
  await using server = await startServer()
  const address = server.url()
  {
    await using catalogs = await openCatalogs(address, 'create')
    await catalogs.addStore(STORE)
  }
  const { failed, published } = await importWithInterruptions(
    { address, reader: address },
    SERVER_CRASHES,
    async () => {
      await server.stop('immediate')
      await server.start()
    },
  )
  await expectIntegrity(address)
  context.diagnostic(`${failed} imports failed, ${published} of the interrupted imports published an edition`)
})

/** Imports one version after the other, with interruptions spread over each step. Expects no rows of failed imports. */
async function importWithInterruptions(
  { address, reader }: { readonly address: string; readonly reader: string },
  { products: most, interruptions, isLaunched = false }: Trial,
  interrupt: Interruption['interrupt'],
): Promise<{ failed: number; published: number }> {
  const random = new SeededRandom(SEED)
  using folder = temporaryFolder()
  // Opened before all imports, with caches that stay filled.
  await using editions = new IndexCache(await openEditions(reader), 64 * 1024 * 1024)

  let state = new ExpectedState()
  /** The state of every edition, by number. */
  const states = [state]
  let version = 0
  const importNext = async (interruption?: Interruption) => {
    const replace = version % 2 === 0
    const products = seededProducts(new SeededRandom(SEED + version), replace ? most : 0.6 * most, version)
    const file = join(folder.path, `${version}.ndjson`)
    writeFileSync(file, products.map((product) => `${JSON.stringify(product)}\n`).join(''))
    const next = state.after(products, replace, states.at(-1)!)

    const running = runImporter({ file, database: address, store: STORE.id, replace, isLaunched }, interruption)
    const { failed, durations } = await readDuring(running, editions, STORE.id, [state, next])
    await waitForWriter(address)
    await using reopened = new IndexCache(await openEditions(reader), 0)
    const current = await reopened.current(STORE.id)
    const published = current.number !== state.edition
    assert.ok(published || failed, 'an import that succeeds publishes an edition')
    if (published) states.push(next)
    if (published) state = next
    await expectState(current, state)
    await seen(editions, STORE.id, current)
    // After a failure sometimes the same file again, mostly the next one.
    const repeat = random.chance(0.3)
    if (published || !repeat) version++
    return { failed, published, durations }
  }

  const rollBack = async () => {
    await using catalogs = await openCatalogs(address, 'require')
    const { number } = await catalogs.rollback(STORE.id, (retained) => random.oneOf(retained).number)
    state = states[number]!
    await using reopened = new IndexCache(await openEditions(reader), 0)
    const current = await reopened.current(STORE.id)
    await expectState(current, state)
    await seen(editions, STORE.id, current)
  }

  await importNext()
  const { durations } = await importNext()
  let failed = 0
  let published = 0
  for (const moment of randomMoments(interruptions, durations, random)) {
    const outcome = await importNext({ ...moment, interrupt })
    failed += Number(outcome.failed)
    published += Number(outcome.published)
    if (random.chance(0.2)) await expireEditions(address)
    if (random.chance(0.4)) await rollBack()
  }
  await importNext()
  assert.deepEqual(await remnants(address), [])
  return { failed, published }
}

/** Moments spread over each step, in random order. */
function randomMoments(
  interruptions: Trial['interruptions'],
  durations: ReadonlyMap<Step, number>,
  random: SeededRandom,
): Pick<Interruption, 'step' | 'after'>[] {
  const all = (Object.entries(interruptions) as [Step, number][]).flatMap(([step, count]) =>
    Array.from({ length: count }, (_, index) => ({
      step,
      after: ((index + random.next()) / count) * durations.get(step)!,
    })),
  )
  return random.shuffled(all)
}

/** Dates every replaced edition back, so that the next import removes the expired ones. */
async function expireEditions(address: string): Promise<void> {
  await rowsOf(address, "UPDATE editions SET replaced_at = '2026-01-01T00:00:00.000Z'")
}
