import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openSqliteCatalogs, openSqliteEditions } from '../../src/database/sqlite/catalogs.ts'
import { CachedEditions } from '../../src/edition/cached.ts'
import { storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { ExpectedState } from './expected-state.ts'
import { type Moment, runImporter, type Step } from './importer.ts'
import { Random } from './random.ts'
import { expectState, readMeanwhile } from './reader.ts'
import { integrity, remnants } from './remnants.ts'
import { seededProducts } from './seeded-catalog.ts'

const STORE = storeNamed('crash')

/** Set it to the seed of a run to have its catalogs and its moments again. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** How many importers are killed in each step. */
const KILLS: readonly (readonly [Step, number])[] = [
  ['starting', 1],
  ['reading', 4],
  ['merging postings', 3],
  ['sorting', 4],
  ['publishing', 4],
]

const name = `a store is in the old edition or in the new one, whenever its importer is killed (SEED=${SEED})`
test(name, { timeout: 180_000 }, async (context) => {
  const random = new Random(SEED)
  using folder = temporaryFolder()
  const database = join(folder.path, 'catalog.db')
  await using catalogs = openSqliteCatalogs(database)
  await catalogs.addStore(STORE)
  // Opened before all imports, with caches that are never emptied.
  await using editions = new CachedEditions(openSqliteEditions(database), 64 * 1024 * 1024)

  let state = new ExpectedState()
  let version = 0
  const importNext = async (moment?: Moment) => {
    const replace = version % 2 === 0
    const products = seededProducts(new Random(SEED + version), replace ? 1_500 : 900, version)
    const file = join(folder.path, `${version}.ndjson`)
    writeFileSync(file, products.map((product) => `${JSON.stringify(product)}\n`).join(''))
    const next = state.after(products, replace)

    const running = runImporter({ file, database, store: STORE.id, replace }, moment)
    const { killed, took } = await readMeanwhile(running, editions, STORE.id, [state, next])
    const { number } = await editions.current(STORE.id)
    const published = number !== state.edition
    assert.ok(published || killed, 'an import that ended by itself is published')
    if (published) state = next
    await using anew = openSqliteEditions(database)
    await expectState(await anew.current(STORE.id), state)
    // Now and then the same file again, more often the one after it.
    const again = random.chance(0.3)
    if (published || !again) version++
    return { killed, published, took }
  }

  await importNext()
  const { took } = await importNext()
  let kills = 0
  let published = 0
  for (const moment of moments(took, random)) {
    const ending = await importNext(moment)
    kills += Number(ending.killed)
    published += Number(ending.published)
    if (random.chance(0.2)) age(database)
  }
  await importNext()
  assert.deepEqual(remnants(database), [])
  assert.equal(integrity(database), 'ok')
  context.diagnostic(`${kills} importers were killed; ${published} editions were published all the same`)
})

/** Moments spread over each step, in no order. */
function moments(took: ReadonlyMap<Step, number>, random: Random): Moment[] {
  const all = KILLS.flatMap(([step, kills]) =>
    Array.from({ length: kills }, (_, index) => ({ step, after: ((index + random.next()) / kills) * took.get(step)! })),
  )
  return random.shuffled(all)
}

/** Makes every edition an old one, so that the next import clears those away that are kept no longer. */
function age(path: string): void {
  using database = new DatabaseSync(path, { timeout: 5_000 })
  database.exec("UPDATE editions SET published_at = '2026-01-01T00:00:00.000Z'")
}
