import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile, reasons, warned } from '../../convert/catalog-file.ts'
import { lines, problems, read, shirt, store, warnings } from '../../convert/reading.ts'

test('a product may name the currency of its prices, in any case', async () => {
  const { submissions } = await read(lines(shirt({ slug: 'a', currency: 'eur' }), shirt({ slug: 'b' })))
  assert.deepEqual(
    submissions.map((submission) => 'product' in submission && submission.currency),
    ['EUR', undefined],
  )
  assert.ok(submissions.every((submission) => 'product' in submission && !('currency' in submission.product)))
})

test('a currency that ISO 4217 does not have is a problem', async () => {
  const right = 'a currency code of ISO 4217, such as EUR'
  assert.deepEqual(await problems(shirt({ currency: '€' })), [`currency is "€": ${right}`])
  assert.deepEqual(await problems(shirt({ currency: 978 })), [`currency is 978: ${right}`])
})

test('products in another currency than the store’s are left out and counted', async () => {
  const file = await readFile(
    lines(
      shirt({ slug: 'a', currency: 'EUR' }),
      shirt({ slug: 'b', currency: 'USD' }),
      shirt({ slug: 'b' }),
      shirt({ slug: 'c', currency: 'BUCKS' }),
    ),
    { store: { ...store, currency: 'EUR' } },
  )
  assert.deepEqual(
    file.products.map(({ slug }) => slug),
    ['a', 'b'],
  )
  assert.deepEqual([reasons(file), file.leftOut[0]!.product], [['2 other-currency'], 'Shirt'])
  assert.deepEqual(
    file.problems.map(({ line, path }) => [line, path]),
    [[4, 'currency']],
  )
})

test('a price that cannot be paid in the currency is a warning for each variant', async () => {
  const variants = ['10.50', '10', '10.00', '0.01'].map((price, number) => ({ sku: `s${number}`, price }))
  assert.deepEqual(await warnings({ name: 'A', currency: 'JPY', variants }), [
    'variants[0].price is 10.50, but JPY has no decimals',
    'variants[3].price is 0.01, but JPY has no decimals',
  ])
  for (const currency of ['EUR', 'BHD', undefined])
    assert.deepEqual(await warnings({ name: 'A', currency, variants }), [])
  const file = await readFile(lines({ name: 'A', variants }), { store: { ...store, currency: 'KRW' } })
  assert.deepEqual(warned(file).length, 2)
})
