import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { rowsOf } from '../database/rows.ts'
import { seen, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { SEED } from '../seed.ts'
import { temporaryFolder } from '../temporary.ts'
import { ExpectedState } from './expected-state.ts'
import { type Interruption, runImporter, runPublisher, type Step } from './importer.ts'
import { remnants, waitForWriter } from './remnants.ts'
import { seededProducts } from './seeded-catalog.ts'
import { SeededRandom } from './seeded-random.ts'
import { expectState, readDuring } from './state-checks.ts'

export const STORE = storeNamed('crash')

/** A statement may wait long for a processor of a busy machine. Only its answer counts. */
const PATIENT = { ...DEFAULT_POSTGRES, deadline: 60_000 }

export interface Trial {
  /** The number of products in a file that replaces the catalog: several batches of 100. */
  readonly products: number
  /** The number of interrupted imports per step. */
  readonly interruptions: Readonly<Record<Step, number>>
  readonly isLaunched?: boolean
}

/** Editions that are held without an interruption. All but the first are published with one. */
const HELD_ROUNDS = 1 + cases({ quick: 3, complete: 3 })

/**
 * Imports one version after the other, with interruptions spread over each step, and publishes what is held, with
 * interruptions too. Expects no rows of failed imports. `unpublished` counts publications that had no effect.
 */
export async function importWithInterruptions(
  { address, reader }: { readonly address: string; readonly reader: string },
  { products: most, interruptions, isLaunched = false }: Trial,
  interrupt: Interruption['interrupt'],
): Promise<{ failed: number; published: number; unpublished: number }> {
  const random = new SeededRandom(SEED)
  using folder = temporaryFolder()
  // Opened before all imports, with caches that stay filled.
  await using editions = new IndexCache(await openEditions(reader, PATIENT), 64 * 1024 * 1024)

  let state = new ExpectedState()
  /** The state of every edition, by number. */
  const states = [state]
  let version = 0
  /** How long `vitrine publish` takes without an interruption. */
  let publishMilliseconds: number | undefined
  let unpublished = 0
  const importNext = async (interruption?: Interruption, hold = false) => {
    const replace = version % 2 === 0
    const count = replace ? most : 0.6 * most
    const products = seededProducts(new SeededRandom(SEED + version), count, version, most / 0.75)
    const file = join(folder.path, `${version}.ndjson`)
    writeFileSync(file, products.map((product) => `${JSON.stringify(product)}\n`).join(''))
    const next = state.after(products, replace, states.at(-1)!)

    const running = runImporter({ file, database: address, store: STORE.id, replace, hold, isLaunched }, interruption)
    // Nobody sees an edition that is held.
    const { failed, durations } = await readDuring(running, editions, STORE.id, [state, hold ? state : next])
    await waitForWriter(address)
    await using reopened = new IndexCache(await openEditions(reader, PATIENT), 0)
    const current = await reopened.current(STORE.id)
    const added = (await current.stored.retained())[0]!.number === next.edition
    assert.ok(added || failed, 'an import that succeeds adds an edition')
    if (added) states.push(next)
    const published = added && !hold
    if (published) state = next
    await expectState(current, state)
    await seen(editions, STORE.id, current)
    // After a failure sometimes the same file again, mostly the next one.
    const repeat = random.chance(0.3)
    if (added || !repeat) version++
    if (added && hold) await publishHeld(next)
    return { failed, published, durations }
  }

  /** Publishes a held edition, with an interruption. If that fails, the edition is published or discarded. */
  const publishHeld = async (next: ExpectedState) => {
    const { edition } = next
    const startedAt = performance.now()
    const after = publishMilliseconds === undefined ? undefined : random.next() * publishMilliseconds
    const running = runPublisher({ database: address, store: STORE.id, edition }, after, interrupt)
    const failed = await readDuring(running, editions, STORE.id, [state, next])
    publishMilliseconds ??= performance.now() - startedAt
    await waitForWriter(address)
    await using catalogs = await openCatalogs(address, 'require')
    const isPublished = (await catalogs.current(STORE.id)).number === edition
    const { held } = (await catalogs.editions(STORE.id)).find(({ number }) => number === edition)!
    assert.deepEqual([held === null, isPublished || failed], [isPublished, true])
    if (!isPublished) unpublished++
    if (!isPublished && random.chance(0.5)) await catalogs.discard(STORE.id, edition)
    else if (!isPublished) await catalogs.publish(STORE.id, () => edition)
    const { number } = await catalogs.current(STORE.id)
    state = states[number]!
    await using reopened = new IndexCache(await openEditions(reader, PATIENT), 0)
    const current = await reopened.current(STORE.id)
    await expectState(current, state)
    await seen(editions, STORE.id, current)
  }

  const rollBack = async () => {
    await using catalogs = await openCatalogs(address, 'require')
    const { number } = await catalogs.rollback(
      STORE.id,
      (retained) => random.oneOf(retained.filter(({ held }) => !held)).number,
    )
    state = states[number]!
    await using reopened = new IndexCache(await openEditions(reader, PATIENT), 0)
    const current = await reopened.current(STORE.id)
    await expectState(current, state)
    await seen(editions, STORE.id, current)
  }

  await importNext()
  const { durations } = await importNext()
  let failed = 0
  let published = 0
  for (const moment of randomMoments(interruptions, durations, random)) {
    const outcome = await importNext({ ...moment, interrupt }, random.chance(0.4))
    failed += Number(outcome.failed)
    published += Number(outcome.published)
    if (random.chance(0.2)) await expireEditions(address)
    if (random.chance(0.4)) await rollBack()
  }
  for (let round = 0; round < HELD_ROUNDS; round++) await importNext(undefined, true)
  await importNext()
  assert.deepEqual(await remnants(address), [])
  return { failed, published, unpublished }
}

/** Moments spread over each step, in random order: all, or a share of them if random cases are fewer. */
function randomMoments(
  interruptions: Trial['interruptions'],
  durations: ReadonlyMap<Step, number>,
  random: SeededRandom,
): Pick<Interruption, 'step' | 'after'>[] {
  const all = (Object.entries(interruptions) as [Step, number][]).flatMap(([step, count]) => {
    const duration = durations.get(step)
    assert.ok(duration, `no import prints the step ${step}`)
    return Array.from({ length: count }, (_, index) => ({ step, after: ((index + random.next()) / count) * duration }))
  })
  return random.shuffled(all).slice(0, cases({ quick: all.length, complete: all.length }))
}

/** Dates every replaced edition back, so that the next import removes the expired ones. */
async function expireEditions(address: string): Promise<void> {
  await rowsOf(address, "UPDATE editions SET replaced_at = '2026-01-01T00:00:00.000Z'")
}
