import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, readFile, reasons, table, told, warned } from '../catalog-file.ts'

const SHIRT_ID = '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d'

/** Rows of the default profile, with semicolons between the cells. */
const SHIRT = {
  id: SHIRT_ID,
  parent_id: '',
  product_number: 'SW100',
  active: '1',
  stock: '0',
  name: 'Hemd',
  description: '<p>Leinen</p>',
  price_net: '16.806722689076',
  price_gross: '20',
  tax_rate: '19',
  cover_media_url: 'https://x.example/hemd.jpg',
  cover_media_alt: 'Ein Hemd',
  manufacturer_name: 'Acme',
  categories: `${'c1'.repeat(16)}|${'c2'.repeat(16)}`,
  propertyIds: 'd1'.repeat(16),
  optionIds: '',
}
const SMALL = {
  id: '1a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d',
  parent_id: SHIRT_ID,
  product_number: 'SW100.1',
  active: '1',
  stock: '5',
  optionIds: 'e1'.repeat(16),
}
const LARGE = {
  ...SMALL,
  id: '2a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d',
  product_number: 'SW100.2',
  stock: '7',
  price_gross: '21.9999',
  cover_media_url: 'https://x.example/gross.jpg',
}

const fileOf = (...rows: readonly Readonly<Record<string, string>>[]) => readFile(table(rows, ';'))

describe('a Shopware 6 export', () => {
  test('gives variants what they do not have from their product, wherever it is in the file', async () => {
    const file = await fileOf({ ...SHIRT, ...SMALL, name: '', price_gross: '' }, SHIRT, LARGE)
    assert.deepEqual([file.format, told(file), file.leftOut], ['shopware', [], []])
    const [shirt] = file.products
    assert.deepEqual(
      [shirt!.name, shirt!.description, labelsOf(shirt!), groupsOf(shirt!)],
      ['Hemd', '<p>Leinen</p>', [], { variant: ['SW100.1', 'SW100.2'], brand: ['Acme'] }],
    )
    assert.deepEqual(
      shirt!.variants.map(({ name, sku, price, stock }) => [name, sku, price, stock]),
      [
        ['Hemd - SW100.1', 'SW100.1', '20.00', 5],
        ['Hemd - SW100.2', 'SW100.2', '22.00', 7],
      ],
    )
    assert.deepEqual(
      [shirt!.files, shirt!.variants[1]!.files].map((files) => files.map(({ file }) => [file.path, file.alt])),
      [[['https://x.example/hemd.jpg', 'Ein Hemd']], [['https://x.example/gross.jpg', undefined]]],
    )
    assert.match(warned(file)[0]!, /^2 optionIds has no names of options: the product number tells/)
  })

  test('uses options, properties and categories that are names', async () => {
    const shirt = { ...SHIRT, categories: 'Mode > Hemden', propertyIds: 'Stoff: Leinen' }
    const variants = [
      { ...SMALL, optionIds: 'Größe: S|Farbe: rot' },
      { ...LARGE, optionIds: 'Größe: L|Farbe: rot' },
    ]
    const file = await fileOf(shirt, ...variants)
    assert.deepEqual([told(file), warned(file)], [[], []])
    assert.deepEqual(optionsOf(file.products[0]!, 1), { grosse: 'L', farbe: 'rot' })
    assert.deepEqual(groupsOf(file.products[0]!).stoff, ['Leinen'])
    assert.deepEqual(labelsOf(file.products[0]!), ['Mode', 'Hemden < mode'])
  })

  test('may name its columns as the fields', async () => {
    const file = await readFile(
      table(
        [
          {
            id: SHIRT_ID,
            parentId: '',
            productNumber: 'SW1',
            active: '1',
            stock: '2',
            'translations.DEFAULT.name': 'Hut',
            'price.DEFAULT.net': '8.40',
            'price.DEFAULT.gross': '10',
            'cover.media.url': 'https://x.example/hut.jpg',
            media: 'https://x.example/hut-2.jpg',
          },
        ],
        ';',
      ),
    )
    assert.deepEqual([file.format, told(file)], ['shopware', []])
    const [hat] = file.products
    assert.deepEqual([hat!.name, hat!.variants[0]!.price, hat!.files.length], ['Hut', '10.00', 2])
  })

  test('leaves out what is not active, and takes 0 for all variants as what their product says', async () => {
    const [hidden, orphan] = [
      { ...SHIRT, id: 'a', active: '0' },
      { ...SMALL, parent_id: 'b' },
    ]
    const file = await fileOf(SHIRT, SMALL, { ...LARGE, active: '0' }, hidden, orphan)
    assert.deepEqual(reasons(file).toSorted(), ['4 unpublished', '5 unpublished', '6 no-parent'])
    const inherited = await fileOf(SHIRT, { ...SMALL, active: '0' }, { ...LARGE, active: '0' })
    assert.deepEqual([inherited.leftOut, inherited.products[0]!.variants.length], [[], 2])
    assert.match(warned(inherited)[0]!, /^3 active is 0 for all variants of a product that is 1/)
  })
})
