import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelsFrom } from '@vitrine/import/products/product-fields'
import fc from 'fast-check'
import { productsIn, table } from '../catalog-file.ts'
import { accepted, shirt } from '../reading.ts'

const named = (...paths: (string | string[])[]) => labelsFrom(paths).map(({ name, parent }) => [name, parent])

test('a path gives each category the one before it as its parent', () => {
  assert.deepEqual(named(['Food', ' Tea ', 'Green'], 'New', ['Food', 'tea', 'White']), [
    ['Food', undefined],
    ['Tea', 'Food'],
    ['Green', 'Tea'],
    ['New', undefined],
    ['White', 'Tea'],
  ])
})

test('the first mention of a label decides its parent', () => {
  assert.deepEqual(named(['A', 'B'], ['B', 'A'], ['C', 'B']), [
    ['A', undefined],
    ['B', 'A'],
    ['C', undefined],
  ])
  assert.deepEqual(named(['A', '', 'a', 'B']), [
    ['A', undefined],
    ['B', 'A'],
  ])
})

test('the labels of any paths are valid', async () => {
  const name = fc.constantFrom('a', 'A!', 'á', 'a-2', 'A 2', 'b', '+', ' ', 'B')
  const paths = fc.array(fc.oneof(name, fc.array(name, { maxLength: 4 })), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(paths, async (paths) => {
      const labels = labelsFrom(paths)
      const { labelValues } = await accepted(shirt({ labelValues: labels }))
      const nameOf = (code: string | undefined) => labelValues.find((label) => label.code === code)?.name
      assert.deepEqual(
        labelValues.map(({ name, parent }) => [name, nameOf(parent)]),
        labels.map(({ name, parent }) => [name, parent]),
      )
    }),
  )
})

test('a type of Shopify that is a path gives the labels of the path', async () => {
  const row = { Handle: 'tea', Title: 'Tea', 'Variant Price': '5', Type: 'Food > Tea' }
  const [tea] = await productsIn(table([row]))
  assert.deepEqual(
    tea!.labelValues.map(({ code, parent }) => [code, parent]),
    [
      ['food', undefined],
      ['tea', 'food'],
    ],
  )
})
