import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { column } from '../../../src/import/rows/columns.ts'
import { type RowMapping, rowFormat } from '../../../src/import/rows/row-format.ts'
import { readFile, reasons, table, told, warned } from '../catalog-file.ts'

const COLUMNS = {
  model: column('Model', 'the name; rows with the same model are one product', 'name'),
  code: column('Code', 'the sku', 'variants[].sku'),
  shade: column('Shade', 'an option of the group “Shade”'),
  cost: column('Cost | Amount', 'the price', 'variants[].price'),
}

/** A small format, as an example of the shape. */
const MAPPING: RowMapping<keyof typeof COLUMNS> = {
  name: 'example',
  title: 'Example CSV',
  columns: COLUMNS,
  required: ['model', 'cost'],
  recognises: (columns) => columns.has('model'),
  productKeys: (row) => (row.text('model') === '' ? 'no-product' : [row.text('model')]),
  nameOf: (row) => row.text('code'),
  build(rows, product) {
    const row = rows[0]!
    const name = row.text('model')
    for (const variant of rows) {
      const options = [{ group: 'Shade', option: variant.text('shade') }]
      const price = variant.text('cost')
      const reason = product.whyNotSold(price, options)
      if (reason) product.leaveOut([variant], reason)
      else {
        const sku = product.uniqueSku(variant, variant.text('code'), options, name)
        product.addVariant(variant, { name, sku, price, stock: null, options, files: [] })
      }
    }
    return { row, name, description: 'x'.repeat(name === 'Long' ? 2 ** 21 : 0), files: [], labelValues: [] }
  },
}
const format = rowFormat(MAPPING)
const item = { Model: 'Pot', Code: 'P', Shade: 'Red', Cost: '9' }

describe('a format that is declared by its columns and a build function', () => {
  test('gives a product for the rows that share a key, and a reason for each row that it leaves out', async () => {
    const rows = [
      item,
      { ...item, Model: '' },
      { ...item, Shade: 'Blue' },
      { ...item, Cost: '' },
      { ...item, Shade: 'RED' },
    ]
    const file = await readFile(table(rows), { format })
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, ...variants.map(({ sku }) => sku)]),
      [['Pot', 'P', 'P-blue']],
    )
    assert.deepEqual(reasons(file), ['3 no-product', '5 no-price', '6 duplicate-options'])
    assert.deepEqual(warned(file), ['4 Code is "P", which an earlier variant has; "P-blue" replaces it'])
  })

  test('reports a problem under the header of the column that fills the field, or else under the field', async () => {
    const rows = [item, { ...item, Shade: 'Blue', Cost: 'much' }, { ...item, Model: 'Long' }]
    const file = await readFile(table(rows).replace('Cost', 'AMOUNT'), { format })
    assert.deepEqual(told(file), [
      '3 AMOUNT is "much", which is not a decimal number',
      '4 description is 2097152 characters long',
    ])
  })

  test('gives rows that continue a product to the product above them', async () => {
    const continued = rowFormat<keyof typeof COLUMNS>({
      ...MAPPING,
      productKeys: (row) => (row.text('model') === 'Gone' ? 'archived' : [`line:${row.line}`]),
      continues: (row) => row.text('model') === '',
    })
    const next = (shade: string) => ({ ...item, Model: '', Shade: shade })
    const lost = next('Grey')
    const rows = [lost, item, next('Blue'), { ...item, Model: 'Gone' }, lost, item, next('Green')]
    const [header, ...lines] = table(rows).trimEnd().split('\n')
    lines.splice(3, 0, '')
    const file = await readFile([header, ...lines, `Pan${',x'.repeat(9)}`, ',P,Black,9'].join('\n'), {
      format: continued,
    })
    assert.deepEqual(reasons(file), ['2 no-product', '6 archived', '7 archived', '11 no-product'])
    assert.deepEqual(
      file.products.map(({ variants }) => variants.length),
      [2, 2],
    )
  })
})
