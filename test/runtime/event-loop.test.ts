// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { buildForwardIndex } from '@vitrine/engine/index/forward-index'
import { FuzzyDictionary } from '@vitrine/engine/index/fuzzy-search'
import { VariantOptionMasks } from '@vitrine/engine/index/option-masks'
import { type PostingList, toPostingList } from '@vitrine/engine/index/posting-list'
import { ProductJoin } from '@vitrine/engine/index/product-join'
import { groupByProduct } from '@vitrine/engine/index/product-variants'
import { intersectionSizes } from '@vitrine/engine/index/set-algebra'
import { SortOrder } from '@vitrine/engine/index/sort-order'
import { Workspace } from '@vitrine/engine/index/steps'
import { mapYielding, runYielding, yieldByCost, yieldToEventLoop } from '@vitrine/runtime/event-loop'
import { runAtOnce, STEP, type Steps } from '@vitrine/runtime/steps'

test('one of all waiting computations continues in each turn, first come, first served', async () => {
  const order: string[] = []
  const compute = async (name: string) => {
    for (let step = 0; step < 3; step++) {
      await yieldToEventLoop()
      order.push(name)
    }
  }
  const all = Promise.all(['a', 'b', 'c'].map(compute))
  for (let before = 0; order.length < 9; before = order.length) {
    await turn()
    assert.ok(order.length - before <= 1)
  }
  await all
  assert.deepEqual(order.slice(0, 3), ['a', 'b', 'c'])
})

test('small computations share a turn', async () => {
  await yieldByCost(STEP)
  assert.equal(
    await turnsDuring(async () => {
      for (let step = 0; step < 8; step++) await yieldByCost(STEP / 16)
    }),
    0,
  )
  assert.ok((await turnsDuring(() => yieldByCost(STEP))) > 0)
})

test('tasks that compute at once run in turns of their own', async () => {
  const compute = async (item: number) => {
    for (const until = performance.now() + 5; performance.now() < until; );
    return 2 * item
  }
  let results: number[] = []
  const turns = await turnsDuring(async () => {
    results = await mapYielding([1, 2, 3, 4], compute)
  })
  assert.deepEqual(results, [2, 4, 6, 8])
  assert.ok(turns >= 4)
})

test('tasks that wait for another machine wait at the same time, and the first error is thrown', async () => {
  const gate = Promise.withResolvers<void>()
  let started = 0
  const all = mapYielding(['a', 'b', 'c'], async (item) => {
    if (++started === 3) gate.resolve()
    await gate.promise
    throw new Error(item)
  })
  await assert.rejects(all, { message: 'a' })
})

const workspace = new Workspace()
const PRODUCTS = 200_000
const every = (step: number, count = PRODUCTS) =>
  toPostingList(Uint32Array.from({ length: count / step }, (_, index) => index * step))
/** Two variants for each product. */
const productOfVariant = Uint32Array.from({ length: 2 * PRODUCTS }, (_, variant) => variant >>> 1)
const variants = runAtOnce(groupByProduct(productOfVariant))
const dense = every(1)
const sparse = every(40)
const options = runAtOnce(buildForwardIndex([dense, sparse]))
const optionPostings: PostingList[] = [every(2, 2 * PRODUCTS), every(80, 2 * PRODUCTS)]
const buildMasks = () => VariantOptionMasks.build(options, variants, optionPostings, productOfVariant)
const masks = runAtOnce(buildMasks())
const MANY = 4_000_000
const join = runAtOnce(ProductJoin.build(Uint32Array.from({ length: MANY }, (_, variant) => variant >>> 2)))

const LARGE: Record<string, () => Steps<unknown>> = {
  'a forward index is built': () => buildForwardIndex([dense, sparse]),
  'the values of many products are counted': () => options.count(dense, new Uint32Array(2), workspace),
  'many products are counted list by list': () => intersectionSizes(dense, Array<PostingList>(300).fill(dense)),
  'variants are grouped by product': () => groupByProduct(productOfVariant),
  'many variants are joined with their products': () => join.productsOf(every(1, MANY)),
  'a join of products is built': () => ProductJoin.build(productOfVariant),
  'products are matched with variants': () => variants.productsWithAny(dense, dense, workspace),
  'option masks are built': buildMasks,
  'options are counted on variants': () => masks.count(dense, dense, [0, 1], workspace),
  'ranks are built': () => new SortOrder(productOfVariant).buildRanks(),
  'a dictionary is built': () => FuzzyDictionary.build('cotton\n'.repeat(100_000)),
}
for (const [name, steps] of Object.entries(LARGE)) {
  test(`other work runs while ${name}`, async () => {
    const turns = await turnsDuring(() => runYielding(steps()))
    assert.ok(turns >= 3, `${turns} turns`)
  })
}

/** The turns that the event loop took until the work was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = () => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return turns
}
