import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { labelsOf, readFile, reasons, told } from '../catalog-file.ts'
import { workbookOf } from '../spreadsheet/workbook-file.ts'

const yes = true

async function categories(text: string, columns?: Record<string, string>): Promise<readonly string[][]> {
  const named = columns && new Map(Object.entries(columns))
  const { products } = await readFile(text, { yes, ...(named && { columns: named }) })
  return products.map((product) => [product.name, ...labelsOf(product)])
}

const FORM = `Item;Description;Price;Qty
Sparklers;;;
S-1;Gold sparkler;1,50;
S-2;Red sparkler;2,50;
Rockets
R-1;Big rocket;9,50;
`

describe('rows with one cell', () => {
  test('are the categories of the rows below them', async () => {
    const file = await readFile(FORM, { yes })
    assert.deepEqual([told(file), reasons(file)], [[], ['2 section', '5 section']])
    assert.deepEqual(
      file.products.map((product) => [product.name, product.variants[0]!.sku, ...labelsOf(product)]),
      [
        ['Gold sparkler', 'S-1', 'Sparklers'],
        ['Red sparkler', 'S-2', 'Sparklers'],
        ['Big rocket', 'R-1', 'Rockets'],
      ],
    )
  })

  test('may stand in the column of the names, of a spreadsheet too', async () => {
    const rows = [
      ['SKU', 'Name', 'Price'],
      ['', 'Hats'],
      ['H', 'Straw hat', '5'],
      ['', 'Gloves'],
      ['G', 'Mitten', '6'],
    ]
    const { products } = await readFile(workbookOf(rows), { yes })
    assert.deepEqual(products.map(labelsOf), [['Hats'], ['Gloves']])
  })

  test('show which column has the names, whatever it is called', async () => {
    const menu = 'Sections;Price;Note\nDrinks;;\nCola;2,00;\nLemonade;3,00;cold\nCakes;;\nPie;4,00;\nTart;5,00;\n'
    assert.deepEqual(await categories(menu), [
      ['Cola', 'Drinks'],
      ['Lemonade', 'Drinks'],
      ['Pie', 'Cakes'],
      ['Tart', 'Cakes'],
    ])
    const suppliers = 'Supplier;Goods line;Price\nDrinks;;\nAcme Ltd;Cola;2,00\nFood;;\nBeta Inc;Bread;3,00\n'
    await assert.rejects(readFile(suppliers), /“Supplier” has texts, but its header does not say/)
    const codes = 'Code;Price\nDrinks;\nA1;2,00\nA2;3,00\nCakes;\nB1;4,00\n'
    await assert.rejects(readFile(codes, { yes }), /No column is certain to be the name/)
  })

  test('do not hide what the columns have, such as notes between the pages of a printed list', async () => {
    const page = 'Code;Description;Price\nA1;Lamp;5,00\nA2;Desk;9,00\n;;\nNOTE: valid for a day;;\n;;\nPage 1;;\n;;\n'
    assert.deepEqual(await categories(page), [['Lamp'], ['Desk']])
  })

  test('are no categories if anything else may be meant', async () => {
    const none = [['Straw hat'], ['Mitten']]
    const hats = 'Straw hat,5\n'
    assert.deepEqual(await categories(`Name,Price\n${hats}Hats,\nMitten,6\nGloves,\n`), none, 'below the products')
    assert.deepEqual(await categories(`Name,Price\nHats,\n${hats}Mitten,6\n`), none, 'only one')
    assert.deepEqual(await categories(`Name,Price\nHats,\nGloves,\n${hats}Mitten,6\n`), none, 'one after another')
    assert.deepEqual(
      await categories('Name,Picture,Price\n,a.jpg,\nStraw hat,,5\n,b.jpg,\nMitten,,6\n'),
      none,
      'pictures',
    )
    assert.deepEqual(
      await categories('Name,Price,Category\nHats,,\nStraw hat,5,A\nGloves,,\nMitten,6,B\n'),
      [
        ['Straw hat', 'A'],
        ['Mitten', 'B'],
      ],
      'beside a column of categories',
    )
  })
})
