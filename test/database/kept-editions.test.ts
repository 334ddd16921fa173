// Complete run only: it imports, pins and rolls back at random.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edition } from '@vitrine/engine/edition/edition'
import { EditionPreview } from '@vitrine/engine/edition/edition-preview'
import { DEFAULT_KEPT_EDITIONS, MAX_HELD_EDITIONS } from '@vitrine/engine/edition/tables'
import fc from 'fast-check'
import { remnants } from '../crash/remnants.ts'
import { load, seen, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'
import { everything } from './everything.ts'
import { makeOld, rowsOf } from './rows.ts'

const STORE = storeNamed('a')

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ import: fc.uniqueArray(fc.nat(9), { minLength: 1 }), replace: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ hold: fc.uniqueArray(fc.nat(9), { minLength: 1 }), replace: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ publish: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ discard: fc.nat() }) },
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

  /** By the number of a held edition, the edition that it was made from. */
  readonly held = new Map<number, number>()
  readonly discarded = new Set<number>()

  /** The editions that ceased to be current, in this order. */
  readonly left: number[] = []

  goTo(number: number): void {
    if (number !== this.current) this.left.push(this.current)
    this.current = number
  }

  /** Those that were published. */
  kept(): number[] {
    const lastCurrent = [...new Set([this.current, ...this.left.toReversed()])].filter((each) => this.stored.has(each))
    return lastCurrent.filter((number, rank) => rank < this.keep || this.pinned.has(number)).sort((a, b) => b - a)
  }

  keptAndHeld(): number[] {
    return [...this.kept(), ...this.held.keys()].sort((a, b) => b - a)
  }

  /** A discarded edition stays while it is the newest, since the next draft has to begin with its rows. */
  prune(): void {
    const kept = this.keptAndHeld()
    for (const number of this.stored.keys()) if (!kept.includes(number) && number < kept[0]!) this.stored.delete(number)
  }
}

async function importNext(
  opened: Opened,
  model: Model,
  numbers: readonly number[],
  { replace, hold }: { readonly replace: boolean; readonly hold?: string },
): Promise<void> {
  // All editions before the current one were replaced long ago.
  await makeOld(opened.address)
  model.prune()
  const version = Math.max(...model.stored.keys()) + 1
  const products = numbers.map((number) => product(number, version))
  const { outcome, edition } = await load(opened.catalogs, STORE.id, products, { replace, hold })
  assert.notEqual(outcome, 'refused')
  if (outcome === 'held') {
    model.held.set(edition.number, model.current)
    await noteHeld(opened, model, edition.number)
  }
  if (outcome !== 'published') return
  await seen(opened.editions, STORE.id, edition)
  model.goTo(edition.number)
  await note(opened, model)
  assert.deepEqual(await remnants(opened.address), [])
  const stored = await rowsOf(opened.address, 'SELECT edition FROM editions ORDER BY edition')
  assert.deepEqual(stored, [...model.stored.keys()].sort((a, b) => a - b).map(String))
}

async function note({ editions }: Opened, { stored }: Model): Promise<void> {
  const edition = await editions.current(STORE.id)
  stored.set(edition.number, [edition, await everything(edition, TERMS)])
}

async function noteHeld(opened: Opened, { stored }: Model, number: number): Promise<void> {
  await using preview = new EditionPreview(await opened.openEditions(), STORE.id, number)
  const held = await everything(await preview.current(STORE.id), TERMS)
  const retained = (await opened.catalogs.current(STORE.id)).other(STORE, await preview.current(STORE.id))
  stored.set(number, [retained, held])
}

async function publishHeld({ catalogs, editions }: Opened, model: Model, choice: number): Promise<void> {
  const [number, base] = oneOf([...model.held], choice)
  const publishing = catalogs.publish(STORE.id, () => number)
  if (base !== model.current) return await assert.rejects(publishing, /was made from edition/)
  await seen(editions, STORE.id, await publishing)
  model.held.delete(number)
  model.goTo(number)
}

const TERMS = ['label:label-0', 'label:label-1', 'label:label-2', 'name:thing', 'name:1', 'option:size:s']

function oneOf<Value>(values: readonly Value[], choice: number): Value {
  return values[choice % values.length]!
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
          if ('import' in step) await importNext(opened, model, step.import, step)
          else if ('hold' in step) {
            if (model.held.size < MAX_HELD_EDITIONS)
              await importNext(opened, model, step.hold, { ...step, hold: 'vitrine import' })
          } else if ('publish' in step) {
            if (model.held.size > 0) await publishHeld(opened, model, step.publish)
          } else if ('discard' in step) {
            if (model.held.size === 0) continue
            const [number] = oneOf([...model.held], step.discard)
            await catalogs.discard(STORE.id, number)
            model.held.delete(number)
            model.discarded.add(number)
          } else if ('pin' in step) {
            const number = oneOf(model.kept(), step.pin)
            await catalogs.pin(STORE.id, number)
            model.pinned.add(number)
          } else if ('unpin' in step && model.pinned.size > 0) {
            const number = oneOf([...model.pinned], step.unpin)
            await catalogs.unpin(STORE.id, number)
            model.pinned.delete(number)
          } else if ('rollback' in step) {
            model.goTo(oneOf(model.kept(), step.rollback))
            await seen(opened.editions, STORE.id, await catalogs.rollback(STORE.id, () => model.current))
          } else if ('keep' in step) {
            await catalogs.changeStore(STORE.id, { keepEditions: step.keep })
            model.keep = step.keep
          }
          const kept = await catalogs.editions(STORE.id)
          assert.deepEqual(
            kept.map(({ number }) => number),
            model.keptAndHeld(),
          )
          assert.equal((await catalogs.current(STORE.id)).number, model.current)
          for (const [edition, published] of model.stored.values())
            assert.deepEqual(await everything(edition, TERMS), published)
        }
      }),
      { numRuns: cases({ quick: 3, complete: database === 'postgres' ? 4 : 10 }) },
    )
  })
}
