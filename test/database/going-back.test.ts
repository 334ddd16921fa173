import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketStoreId } from '@vitrine/catalog/market'
import type { Patch, Removal } from '@vitrine/catalog/submission'
import type { MadeFrom } from '@vitrine/engine/edition/edition-history'
import { editionBefore, type KeptEdition } from '@vitrine/engine/edition/prune'
import { DEFAULT_KEPT_EDITIONS, MAX_HELD_EDITIONS } from '@vitrine/engine/edition/tables'
import { toSortedPositions } from '@vitrine/engine/index/posting-list'
import { publish } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import fc from 'fast-check'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'
import { MEMORY, type Opened, SQLITE } from './databases.ts'
import { makeOld, rowsOf } from './rows.ts'

const STORE = storeNamed('a')
const MARKET = { code: 'de', language: 'de', currency: 'EUR' }

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ make: 'import' as const }) },
  { weight: 8, arbitrary: fc.constant({ make: 'patch' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ make: 'labels' as const }, { make: 'removal' as const }) },
  { weight: 2, arbitrary: fc.constant({ make: 'held' as const }) },
  { weight: 2, arbitrary: fc.record({ publish: fc.nat() }) },
  { weight: 4, arbitrary: fc.constant({ back: 'plain' as const }) },
  { weight: 2, arbitrary: fc.record({ back: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ keep: fc.integer({ min: 1, max: 6 }) }) },
)

/** What happened to a store, none of which is ever forgotten. */
class Model {
  current = 0
  keep = DEFAULT_KEPT_EDITIONS
  stored: number[] = [0]
  /** By edition, the one that it was made from, and how. */
  readonly parents = new Map<number, readonly [number, MadeFrom]>()
  readonly held = new Set<number>()
  /** Each time that an edition ceased to be current: the edition, and how. */
  readonly log: (readonly [number, MadeFrom | 'rollback'])[] = []

  add(madeFrom: MadeFrom): number {
    const number = Math.max(...this.stored) + 1
    this.parents.set(number, [this.current, madeFrom])
    this.stored.push(number)
    if (madeFrom === 'held') this.held.add(number)
    else this.goTo(number, madeFrom)
    return number
  }

  goTo(number: number, by: MadeFrom | 'rollback'): void {
    this.held.delete(number)
    this.log.push([this.current, by])
    this.current = number
  }

  kept(): number[] {
    const last = new Map([...this.log, [this.current, 'import' as const]].map(([number, by]) => [number, by]))
    const order = [...this.log.map(([number]) => number), this.current].reverse()
    const lastCurrent = [...new Set(order)].filter((number) => this.stored.includes(number))
    const isLast = lastCurrent.filter((number) => last.get(number) !== 'patch').slice(0, this.keep)
    return this.stored
      .filter((number) => isLast.includes(number) || number === this.current || this.held.has(number))
      .sort((a, b) => b - a)
  }

  /** Whether an edition is another one or was made from it. */
  isFrom(number: number | undefined, base: number): boolean {
    return number !== undefined && (number === base || this.isFrom(this.parents.get(number)?.[0], base))
  }

  /** Where a rollback without a number goes, and the number of patches that it takes back. */
  before(): readonly [number, number] | undefined {
    const kept = this.kept()
    let patches = 0
    for (let at = this.parents.get(this.current); at; at = this.parents.get(at[0])) {
      const [number, madeFrom] = at
      if (madeFrom === 'patch') patches++
      else if (kept.includes(number)) return [number, patches]
    }
    return undefined
  }

  /** What the next draft does if everything is old. It begins with the rows of the newest edition, so that stays. */
  prune(): void {
    const kept = this.kept()
    this.stored = this.stored.filter((number) => kept.includes(number) || number > kept[0]!)
  }
}

const NOW = '2026-02-01T00:00:00.000Z'
const SKUS = ['a', 'b', 'c']

function products(version: number) {
  return SKUS.map((sku) => ({ slug: sku, name: `Thing ${sku} of ${version}`, variants: [{ sku, price: '1.00' }] }))
}

/** Makes the next edition, and says what from. Undefined if there is nothing to change. */
async function makeEdition(
  { catalogs }: Opened,
  number: number,
  madeFrom: 'import' | 'patch' | 'removal' | 'labels' | 'held',
): Promise<MadeFrom | undefined> {
  if (madeFrom === 'import' || madeFrom === 'held') {
    const hold = madeFrom === 'held' ? 'vitrine import' : undefined
    const { edition } = await load(catalogs, STORE.id, products(number), { replace: true, hold })
    assert.equal(edition.number, number)
    return madeFrom
  }
  await using draft = await catalogs.draft(STORE.id)
  if (madeFrom === 'labels') {
    await publishDeclared(draft, 'labels', [{ code: 'x', name: `X ${number}` }], NOW)
    return madeFrom
  }
  const patches = SKUS.map((sku, line): Patch => ({ line, sku, price: `${number + 1}.00` }))
  const last = madeFrom === 'removal' ? await draft.base.positionsBySku('product', ['c']) : undefined
  const removals = last ? [...toSortedPositions(last)].map((position): Removal => ({ line: 9, position })) : []
  const submissions = (async function* () {
    yield* [...patches, ...removals]
  })()
  const options = { replace: false, skipInvalid: false, dryRun: false, now: NOW }
  const { outcome } = await publish(draft, submissions, options)
  if (outcome === 'unchanged') return undefined
  return removals.length > 0 ? 'removal' : 'patch'
}

async function openStore(open: () => Promise<Opened>, hasMarket: boolean): Promise<Opened> {
  const opened = await open()
  await opened.catalogs.addStore({ ...STORE, currency: 'EUR' })
  if (!hasMarket) return opened
  await using draft = await opened.catalogs.draft(STORE.id, undefined, undefined, () => [MARKET])
  await publishMarkets(draft, NOW)
  return opened
}

async function check({ address, catalogs }: Opened, model: Model, hasMarket: boolean): Promise<void> {
  const kept = await catalogs.editions(STORE.id)
  assert.deepEqual(
    kept.map(({ number }) => number),
    model.kept(),
  )
  const current = kept.find(({ number }) => number === model.current)!
  const before = editionBefore(kept, model.current)
  const patches = before && current.history.patches - before.history.patches
  assert.deepEqual(before && [before.number, patches], model.before())
  for (const { number, held, history, replacedAt } of kept) {
    assert.equal(history.madeFrom, model.parents.get(number)?.[1] ?? null)
    const isCurrent = number === model.current
    assert.deepEqual([history.since === null, history.left === null], [held !== null, held !== null || isCurrent])
    assert.equal(replacedAt === null, history.left === null)
    const index = model.log.findLastIndex(([left]) => left === number)
    if (history.left) assert.equal(history.left.by, model.log[index]![1])
  }
  if (!hasMarket) return
  const market = marketStoreId(STORE.id, MARKET.code)
  if (model.isFrom(model.current, 1)) assert.equal((await catalogs.current(market)).number, model.current)
  const stored = await rowsOf(address, `SELECT edition FROM editions WHERE store = '${market}'`)
  const needed = kept.filter(({ number }) => model.isFrom(number, 1)).map(({ number }) => String(number))
  assert.deepEqual(
    needed.filter((number) => !stored.includes(number)),
    [],
  )
}

for (const { database, open, skip } of [MEMORY, SQLITE])
  test(`in ${database}, a store goes back past patches to what was current before, and keeps that`, {
    skip,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 40 }), async (hasMarket, steps) => {
        await using opened = await openStore(open, hasMarket)
        const { address, catalogs } = opened
        const model = new Model()
        if (hasMarket) model.add('settings')
        for (const step of steps) {
          if ('make' in step) {
            if (step.make === 'held' && model.held.size === MAX_HELD_EDITIONS) continue
            await makeOld(address)
            model.prune()
            const made = await makeEdition(opened, Math.max(...model.stored) + 1, step.make)
            if (made) model.add(made)
          } else if ('publish' in step) {
            const held = [...model.held].filter((number) => model.parents.get(number)![0] === model.current)
            if (held.length === 0) continue
            const number = held[step.publish % held.length]!
            await catalogs.publish(STORE.id, () => number)
            const base = model.current
            model.goTo(number, 'held')
            if (model.keep > 1) assert.deepEqual(model.before(), [base, 0])
          } else if ('keep' in step) {
            await catalogs.changeStore(STORE.id, { keepEditions: step.keep })
            model.keep = step.keep
          } else {
            const published = model.kept().filter((number) => !model.held.has(number) && number !== model.current)
            const { back } = step
            const number = back === 'plain' ? model.before()?.[0] : published[back % published.length]
            if (number === undefined) continue
            const choose = (kept: readonly KeptEdition[]) =>
              back === 'plain' ? editionBefore(kept, model.current)!.number : number
            assert.equal((await catalogs.rollback(STORE.id, choose)).number, number)
            model.goTo(number, 'rollback')
          }
          await check(opened, model, hasMarket)
        }
      }),
      { numRuns: cases({ quick: 10, complete: database === 'memory' ? 100 : 25 }) },
    )
  })

test('a rollback without a number never goes to an edition that was rolled back', { skip: MEMORY.skip }, async () => {
  await using opened = await openStore(MEMORY.open, false)
  const { catalogs } = opened
  const back = () => catalogs.rollback(STORE.id, (kept, { number }) => editionBefore(kept, number)!.number)
  for (const number of [1, 2]) await makeEdition(opened, number, 'import')
  assert.equal((await back()).number, 1)
  await makeEdition(opened, 3, 'import')
  assert.equal((await back()).number, 1)
  assert.equal((await back()).number, 0)
})

test('a few changes of a program count as a patch, and an import of a file always counts', {
  skip: MEMORY.skip,
}, async () => {
  await using opened = await openStore(MEMORY.open, false)
  const { catalogs } = opened
  const some = (count: number, name: string, price: string) =>
    Array.from({ length: count }, (_, index) => ({ slug: `p${index}`, name, variants: [{ sku: `s${index}`, price }] }))
  await load(catalogs, STORE.id, some(200, 'Cup', '1.00'))
  for (const [count, name, price, isIncrement, expected] of [
    [2, 'Mug', '1.00', true, 'patch'],
    [3, 'Jug', '1.00', true, 'import'],
    [3, 'Jug', '2.00', true, 'patch'],
    [1, 'Pot', '1.00', false, 'import'],
  ] as const) {
    await load(catalogs, STORE.id, some(count, name, price), { isIncrement })
    const [newest] = await catalogs.editions(STORE.id)
    assert.equal(newest!.history.madeFrom, expected, name)
  }
})

test('with a patch each minute for days, the catalog before the last import stays, and few rows do', {
  skip: SQLITE.skip || COMPLETE_ONLY,
}, async () => {
  await using opened = await openStore(SQLITE.open, false)
  const { address, catalogs } = opened
  await makeEdition(opened, 1, 'import')
  await makeEdition(opened, 2, 'import')
  const countRows = async () => Number((await rowsOf(address, 'SELECT count(*) FROM documents'))[0])
  let rows = 0
  for (let number = 3; number < 60; number++) {
    await makeOld(address)
    assert.equal(await makeEdition(opened, number, 'patch'), 'patch')
    if (number === 10) rows = await countRows()
  }
  assert.equal(await countRows(), rows)
  const kept = await catalogs.editions(STORE.id)
  assert.deepEqual([kept.map(({ number }) => number), editionBefore(kept, 59)?.number], [[59, 1, 0], 1])
})
