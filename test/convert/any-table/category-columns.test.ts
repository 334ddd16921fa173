import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { labelsOf, productsIn, readFile, reasons, table } from '../catalog-file.ts'

/** The labels of products with these cells in two columns. */
async function labels(headers: readonly string[], ...rows: readonly (readonly string[])[]): Promise<string[][]> {
  const cells = rows.map((row) => Object.fromEntries(headers.map((header, index) => [header, row[index]!])))
  const products = cells.map((row, index) => ({ sku: `s${index}`, name: `Cup ${index}`, price: '5', ...row }))
  const [ofTable, ofJson] = await Promise.all(
    [table(products), JSON.stringify(products)].map((text) => productsIn(text)),
  )
  assert.deepEqual(ofJson!.map(labelsOf), ofTable!.map(labelsOf))
  return ofTable!.map(labelsOf)
}

describe('a second column of categories', () => {
  const both = [
    ['Hats', 'Gifts'],
    ['Gifts', 'Hats'],
    ['Hats', 'Winter'],
  ]

  test('is not below the first if names would stand below each other', async () => {
    for (const header of ['Secondary category', 'Categoría secundaria', 'Subcategory'])
      assert.deepEqual(await labels(['Category', header], ...both), [
        ['Hats', 'Gifts'],
        ['Gifts', 'Hats'],
        ['Hats', 'Winter'],
      ])
  })

  test('that is called secondary is below the first only if most of its values have one category', async () => {
    const mixed = [
      ['Hats', 'New'],
      ['Bags', 'New'],
      ['Hats', 'Sale'],
      ['Bags', 'Sale'],
    ]
    assert.deepEqual((await labels(['Category', 'Secondary category'], ...mixed))[1], ['Bags', 'New'])
    assert.deepEqual((await labels(['Category', 'Subcategory'], ['Men', 'Shirts'], ['Women', 'Shirts']))[0], [
      'Men',
      'Shirts < men',
    ])
    const divided = [
      ['Hats', 'Straw hats'],
      ['Hats', 'Felt hats'],
      ['Bags', 'Handbags'],
    ]
    assert.deepEqual((await labels(['Category', 'Secondary category'], ...divided))[0], ['Hats', 'Straw hats < hats'])
  })

  test('may be named', async () => {
    const text = 'name,price,group,theme\nCup,5,Cups,Gifts\n'
    const columns = new Map(Object.entries({ name: 'name', price: 'price', group: 'category', theme: 'category' }))
    assert.deepEqual((await productsIn(text, { columns })).map(labelsOf), [['Cups', 'Gifts']])
  })

  test('may have whole paths', async () => {
    const headers = ['Category', 'Subcategory']
    const paths = await labels(headers, ['Shirts', 'Men > Shirts'], ['Shirts', 'Women > Shirts'], ['Hats', 'Hats'])
    assert.deepEqual(paths.slice(0, 2), [
      ['Men', 'Shirts < men'],
      ['Women', 'Shirts < women'],
    ])
    assert.deepEqual((await labels(headers, ['Men', 'Men > Shirts']))[0], ['Men', 'Shirts < men'])
    assert.deepEqual((await labels(headers, ['Men', 'Shirts > Linen']))[0], ['Men', 'Shirts < men', 'Linen < shirts'])
  })
})

describe('a column of lists has one separator', () => {
  test('so that names may have commas where it is another sign', async () => {
    const headers = ['Categories', 'Tags', 'Colors']
    const rows = [
      ['Jackets, coats', 'warm, dry', 'black, white'],
      ['Jackets, coats; Men', 'warm, dry; new', 'black, white; red'],
      ['Hats | Men', 'new', 'red; blue'],
    ]
    assert.deepEqual(await labels(headers, ...rows), [
      ['Jackets, coats', 'warm, dry'],
      ['Jackets, coats', 'Men', 'warm, dry', 'new'],
      ['Hats', 'Men', 'new'],
    ])
  })

  test('and so do lists of JSON', async () => {
    const products = [['Jackets, coats'], ['Jackets, coats', 'Men']].map((categories, index) => ({
      ...{ name: `Coat ${index}`, price: 5, categories, tags: categories },
    }))
    assert.deepEqual((await productsIn(JSON.stringify(products))).map(labelsOf), [
      ['Jackets, coats'],
      ['Jackets, coats', 'Men'],
    ])
    const written = products.map(({ categories, tags, ...product }) => ({
      ...{ name: product.name, price: '5', categories: JSON.stringify(categories), tags: JSON.stringify(tags) },
    }))
    assert.deepEqual((await productsIn(table(written))).map(labelsOf), [['Jackets, coats'], ['Jackets, coats', 'Men']])
  })

  test('and a semicolon in one of many lists with commas is a mistake', async () => {
    const rows = [...Array.from({ length: 12 }, () => ['warm, dry']), ['warm; new, dry']]
    assert.deepEqual((await labels(['Tags'], ...rows))[0], ['warm', 'dry'])
    assert.deepEqual((await labels(['Tags'], ['Salt &amp; pepper, spices']))[0]!.at(-1), 'spices')
  })
})

test('a row that names something in a column that is not used is not blank', async () => {
  const text = 'Shelf,Name,Price,Category\nDrinks,,,\n,Cola,2,Cold\n,Tea,3,Hot\nCakes,,,\n,Pie,4,Hot\n,,,\n'
  const file = await readFile(text)
  assert.deepEqual(reasons(file), ['2 section', '5 section', '7 blank'])
  assert.deepEqual(file.products.map(labelsOf), [['Cold'], ['Hot'], ['Hot']])
})
