import assert from 'node:assert/strict'
import { test } from 'node:test'
import { magento } from '@vitrine/convert/platforms/magento'
import { shopify } from '@vitrine/convert/platforms/shopify'
import { readFile } from '../catalog-file.ts'
import { workbookOf } from '../spreadsheet/workbook-file.ts'

const ROWS: Readonly<Record<string, string>> = {
  'an address': 'hat,Hat,https://i.example/a.jpg\ncap,Cap,https://i.example/b.jpg\n',
  'a price with a currency': 'product;12,50 €;Hats\nScarf;9,90 €;Scarves\n',
  HTML: 'Hat,<p>Warm</p>,Hats\nCap,<p>Light</p>,Hats\n',
  'more numbers than names of columns': 'Size,Hat,19.90,TRUE\nSize,Cap,12,FALSE\n',
}

for (const [name, text] of Object.entries(ROWS))
  test(`a table whose first row has ${name} is refused, since it has no header line`, async () => {
    const sentence = (names: string) =>
      new RegExp(`no header line: its first row looks like a product.* such as ${names}`)
    await assert.rejects(readFile(text, { yes: true }), sentence('“name”, “price”, and “sku”'))
    await assert.rejects(readFile(text, { format: shopify }), sentence('“Handle”, “Title”, and “Variant Price”'))
    await assert.rejects(readFile(text, { format: magento }), sentence('“sku”, “name”, and “price”'))
  })

test('a spreadsheet without a header line is refused too', async () => {
  const rows = [
    ['Hat', 'https://i.example/a.jpg'],
    ['Cap', 'https://i.example/b.jpg'],
  ]
  await assert.rejects(readFile(workbookOf(rows), { yes: true }), /no header line/)
})

test('fields of JSON may have numbers as names', async () => {
  await assert.rejects(
    readFile('[{"1":"Hat","2":"5.00"},{"1":"Cap","2":"6.00"}]', { yes: true }),
    /certain to be the name/,
  )
})

test('a table with sizes or years as columns has a header', async () => {
  const text = 'Name,Price,36,36.5,37,2026\nHat,5,1,2,3,4\nCap,6,1,2,3,4\n'
  assert.equal((await readFile(text, { yes: true })).products.length, 2)
})

test('a header that --columns names may look like a product', async () => {
  const columns = new Map([
    ['hat', 'name'],
    ['12.50', 'price'],
  ])
  const { products } = await readFile('Hat,12.50,https://i.example/a.jpg\nCap,6,https://i.example/b.jpg\n', { columns })
  assert.deepEqual(
    products.map(({ name }) => name),
    ['Cap'],
  )
})
