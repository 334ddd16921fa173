import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { column } from '@vitrine/convert/rows/columns'
import { type RowMapping, rowFormat } from '@vitrine/convert/rows/row-format'
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
  recognises: ['model'],
  productKeys: (row) => (row.text('model') === '' ? 'no-product' : [row.text('model')]),
  nameOf: (row) => row.text('code'),
  build(rows, product) {
    const source = rows[0]!
    const name = source.text('model')
    for (const variant of rows) {
      const options = [{ group: 'Shade', option: variant.text('shade') }]
      const price = variant.text('cost')
      if (product.leaveOutUnsold(variant, price, options)) continue
      const sku = product.uniqueSku(variant, variant.text('code'), options, name)
      product.addVariant(variant, { name, sku, price, stock: null, options, files: [] })
    }
    return { source, name, description: 'x'.repeat(name === 'Long' ? 2 ** 21 : 0), files: [], labels: {} }
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

describe('a format whose rows continue the row above them', () => {
  const continuing = rowFormat<keyof typeof COLUMNS>({
    name: 'continuing',
    title: 'Continuing CSV',
    columns: COLUMNS,
    required: ['model'],
    recognises: () => true,
    continues: (row) => row.text('model') === '',
    productKeys: (row) => (row.text('model') === 'Draft' ? 'draft' : [`line ${row.line}`]),
    split: (rows) => [rows, rows.filter((row) => row.text('shade') === 'both')].filter(({ length }) => length > 0),
    nameOf: (row) => row.text('code'),
    build(rows, product) {
      for (const row of rows)
        product.addVariant(row, { name: '', sku: row.text('code'), price: '5', stock: null, options: [], files: [] })
      return { source: rows[0]!, name: 'Pot', description: '', files: [], labels: {} }
    },
  })
  const skusIn = async (rows: Record<string, string>[]) => {
    const file = await readFile(table(rows), { format: continuing })
    return [file.products.map(({ variants }) => variants.map(({ sku }) => sku)), reasons(file)]
  }

  test('gives them to the same product, or leaves them out for the same reason', async () => {
    const rows = [
      { Code: 'a', Model: '', Shade: '', Cost: '' },
      { Code: 'b', Model: 'Pot' },
      { Code: 'c' },
      { Code: 'd', Model: 'Draft' },
      { Code: 'e' },
      { Code: 'f', Model: 'Pot' },
    ]
    assert.deepEqual(await skusIn(rows), [
      [['b', 'c'], ['f']],
      ['2 no-product', '5 draft', '6 draft'],
    ])
  })

  test('leaves them out after a row that cannot be read', async () => {
    const text = 'Model,Code,Shade,Cost\nPot,a,,\nPot,b,,,more\n,c,,\n'
    const file = await readFile(text, { format: continuing })
    assert.deepEqual([told(file), reasons(file)], [['3 the row has 5 cells, but the header has 4'], ['4 no-product']])
  })

  test('can give a row to two products', async () => {
    const rows = [
      { Code: 'b', Model: 'Pot', Shade: '', Cost: '' },
      { Code: 'c', Shade: 'both' },
    ]
    assert.deepEqual(await skusIn(rows), [[['b', 'c'], ['c']], []])
  })
})
