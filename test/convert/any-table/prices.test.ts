import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../../quick.ts'
import { productsIn, readFile, table, told, warned } from '../catalog-file.ts'

function rowsWith(...prices: string[]): string {
  return table(prices.map((price, index) => ({ Name: `Lamp ${index}`, Price: price })))
}

async function pricesOf(text: string, options: { yes?: boolean } = {}): Promise<string[]> {
  return (await productsIn(text, options)).map(({ variants }) => variants[0]!.price)
}

describe('the prices of a table', () => {
  test('may have several separators of thousands', async () => {
    assert.deepEqual(await pricesOf(rowsWith('750,000', '1,250,000')), ['750000.00', '1250000.00'])
    assert.deepEqual(await pricesOf(rowsWith('9.50', '1.250.000')), ['9.50', '1250000.00'])
  })

  test('may have three decimals of which the last is 0, as amounts with both separators show', async () => {
    const file = await readFile(rowsWith('20,240', '1.713,360', '0,000'))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.price),
      ['20.24', '1713.36'],
    )
    assert.match(warned(file).join(), /^2 Price is read with three decimals/)
    // A price of 0 is none.
    assert.deepEqual(
      file.leftOut.map(({ reason, row }) => [reason, row]),
      [['no-price', 4]],
    )
  })

  test('are none if they are 0, however that is written', async () => {
    const zeros = ['0', '0,000', '.00', '€ -', '0.00 EUR*', '0,00 EUR (auf Anfrage)', '£0.00 +VAT']
    const file = await readFile(rowsWith('5.50', ...zeros))
    assert.deepEqual(told(file), [])
    assert.deepEqual([file.products.length, file.leftOut.map(({ reason }) => reason)], [1, zeros.map(() => 'no-price')])
    const parts = [0, 0, '0,000', 12.5].map((price, index) => ({ name: `Part ${index}`, price }))
    assert.deepEqual(await pricesOf(JSON.stringify(parts)), ['12.50'])
    assert.equal(told(await readFile(rowsWith('5.50', '0.00 or 7', '6'))).length, 1)
  })

  test('may have a comma in some thousands only', async () => {
    assert.deepEqual(await pricesOf(rowsWith('2800', '3,000', '750', '$1,000')), [
      '2800.00',
      '3000.00',
      '750.00',
      '1000.00',
    ])
    assert.equal(told(await readFile(rowsWith('2800', '3,000', '7'))).length, 1)
  })

  test('may have the names of currencies, a stroke at the end, or what they are the price of', {
    skip: COMPLETE_ONLY,
  }, async () => {
    assert.deepEqual(await pricesOf(rowsWith('85 грн', '170 грн.')), ['85.00', '170.00'])
    assert.deepEqual(await pricesOf(rowsWith('930 ден', '1.820 ден')), ['930.00', '1820.00'])
    assert.deepEqual(await pricesOf(rowsWith('R 49.99', 'R1,299.00')), ['49.99', '1299.00'])
    assert.equal(told(await readFile(rowsWith('5.00', '6.00', '9 km', 'R16'))).length, 2)
    assert.deepEqual(await pricesOf(rowsWith('25.000đ', '30.000 VNĐ')), ['25000.00', '30000.00'])
    assert.deepEqual(await pricesOf(rowsWith('Rs 1200/-', '99:-', '12,50 €/kg', '3 € / ks')), [
      '1200.00',
      '99.00',
      '12.50',
      '3.00',
    ])
    assert.equal(told(await readFile(rowsWith('5 €', '9 €/100 g'))).length, 1)
  })

  test('may be words such as “seasonal”, with more in brackets', async () => {
    const file = await readFile(rowsWith('5', 'seasonal', '時価(店員に)', '$ Consultar'))
    assert.deepEqual(
      [file.products.length, file.leftOut.map(({ reason }) => reason)],
      [1, ['no-price', 'no-price', 'no-price']],
    )
  })

  test('may be in the smallest unit of their currency', { skip: COMPLETE_ONLY }, async () => {
    const prices = async (text: string) => {
      const [product] = await productsIn(text)
      return [product!.variants[0]!.price, product!.variants[0]!.listPrice]
    }
    assert.deepEqual(await prices('name,price_cents,compare_at_price_cents\nTea,500,650\n'), ['5.00', '6.50'])
    assert.deepEqual(await prices('name,price_minor,currency\nTea,500,JPY\n'), ['500.00', undefined])
    assert.deepEqual(await prices('name,price_cents\nTea,1250.0\n'), ['12.50', undefined])
    assert.deepEqual(await prices('name,Price (cents)\nTea,1250\n'), ['12.50', undefined])
    await assert.rejects(
      readFile('name,Price small (cents),Price large (cents)\nTea,1250,1500\n'),
      /No column is certain/,
    )
  })

  test('with four decimals or more are rounded', async () => {
    assert.deepEqual(await pricesOf(rowsWith('16.6667', '142.8571', '5')), ['16.67', '142.86', '5.00'])
  })

  test('with three decimals are rounded, if other prices show that they are decimals', async () => {
    assert.deepEqual(await pricesOf(rowsWith('7.7755', '3.303', '33')), ['7.78', '3.30', '33.00'])
    const file = await readFile(rowsWith('20,245', '1.713,360'))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.price),
      ['20.25', '1713.36'],
    )
    assert.match(warned(file).join(), /is read with three decimals and rounded/)
    assert.equal(told(await readFile(rowsWith('3.303', '7.5'))).length, 1)
  })

  test('such as 25.000 are asked about if no other price shows what the point separates', async () => {
    const asked = /Prices such as “25\.000” are read with decimals\. If they have thousands, remove the points/
    await assert.rejects(readFile(rowsWith('25.000', '40.000')), asked)
    await assert.rejects(readFile('Name,Price (USD)\nLamp,25.000\n'), asked)
    assert.deepEqual(await pricesOf(rowsWith('25.000', '40.000'), { yes: true }), ['25.00', '40.00'])
    assert.deepEqual(await pricesOf(rowsWith('25.000', '0.500')), ['25.00', '0.50'])
    assert.deepEqual(await pricesOf('Name,Price (VND)\nLamp,25.000\n'), ['25000.00'])
  })

  test('are in the currency of their header', async () => {
    const [submission] = (await readFile('name,priceuah\nLamp,5\n')).submissions
    assert.equal(submission && 'currency' in submission && submission.currency, 'UAH')
  })
})
