import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edition } from '@vitrine/engine/edition/edition'
import { DEFAULT_KEPT_EDITIONS } from '@vitrine/engine/edition/tables'
import fc from 'fast-check'
import { remnants } from '../crash/remnants.ts'
import { loadAndSee, seen, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'
import { everything } from './everything.ts'
import { makeOld, rowsOf } from './rows.ts'

const STORE = storeNamed('a')

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ import: fc.uniqueArray(fc.nat(9), { minLength: 1 }), replace: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ pin: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ unpin: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ rollback: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ keep: fc.integer({ min: 1, max: 6 }) }) },
)

function product(number: number, version: number) {
  return {
    slug: `product-${number}`,
    name: `Thing ${number} of ${version % 3}`,
    labelValues: [`Label ${(number + version) % 3}`],
    variants: [{ sku: `sku-${number}`, price: ((number + version) % 4) + 1, productOptions: { size: 's' } }],
  }
}

/** The store as it should be. */
class Model {
  current = 0
  keep = DEFAULT_KEPT_EDITIONS
  pinned = new Set<number>()
  /** The stored editions, with all that could be read of them when they were published. */
  readonly stored = new Map<number, readonly [Edition, unknown]>()

  kept(): number[] {
    const newest = [...this.stored.keys()].sort((a, b) => b - a)
    return newest.filter((number, rank) => rank < this.keep || number === this.current || this.pinned.has(number))
  }

  prune(): void {
    const kept = this.kept()
    for (const number of this.stored.keys()) if (!kept.includes(number)) this.stored.delete(number)
  }
}

async function publishNext(opened: Opened, model: Model, numbers: readonly number[], replace: boolean): Promise<void> {
  // All editions before the current one were replaced long ago.
  await makeOld(opened.address)
  model.prune()
  const version = Math.max(...model.stored.keys()) + 1
  const products = numbers.map((number) => product(number, version))
  const { outcome, edition } = await loadAndSee(opened, STORE.id, products, { replace })
  assert.notEqual(outcome, 'refused')
  if (outcome !== 'published') return
  model.current = edition.number
  await note(opened, model)
  assert.deepEqual(await remnants(opened.address), [])
  const stored = await rowsOf(opened.address, 'SELECT edition FROM editions ORDER BY edition')
  assert.deepEqual(stored, [...model.stored.keys()].sort((a, b) => a - b).map(String))
}

async function note({ editions }: Opened, { stored }: Model): Promise<void> {
  const edition = await editions.current(STORE.id)
  stored.set(edition.number, [edition, await everything(edition, TERMS)])
}

const TERMS = ['label:label-0', 'label:label-1', 'label:label-2', 'name:thing', 'name:1', 'option:size:s']

function oneOf(numbers: readonly number[], choice: number): number {
  return numbers[choice % numbers.length]!
}

for (const { database, open, skip } of DATABASES) {
  test(`in ${database}, every kept edition stays as it was published, and nothing else stays`, { skip }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        await using opened = await open()
        const { catalogs } = opened
        await catalogs.addStore(STORE)
        const model = new Model()
        await note(opened, model)
        for (const step of steps) {
          if ('import' in step) await publishNext(opened, model, step.import, step.replace)
          else if ('pin' in step) {
            const number = oneOf(model.kept(), step.pin)
            await catalogs.pin(STORE.id, number)
            model.pinned.add(number)
          } else if ('unpin' in step && model.pinned.size > 0) {
            const number = oneOf([...model.pinned], step.unpin)
            await catalogs.unpin(STORE.id, number)
            model.pinned.delete(number)
          } else if ('rollback' in step) {
            model.current = oneOf(model.kept(), step.rollback)
            await seen(opened.editions, STORE.id, await catalogs.rollback(STORE.id, () => model.current))
          } else if ('keep' in step) {
            await catalogs.changeStore(STORE.id, { keepEditions: step.keep })
            model.keep = step.keep
          }
          const kept = await catalogs.editions(STORE.id)
          assert.deepEqual(
            kept.map(({ number }) => number),
            model.kept(),
          )
          assert.equal((await catalogs.current(STORE.id)).number, model.current)
          for (const [edition, published] of model.stored.values())
            assert.deepEqual(await everything(edition, TERMS), published)
        }
      }),
      { numRuns: cases({ quick: 3, complete: database === 'postgres' ? 4 : 30 }) },
    )
  })
}
