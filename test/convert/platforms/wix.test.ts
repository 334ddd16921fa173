import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  droppedIn,
  groupsOf,
  labelsOf,
  optionsOf,
  productsIn,
  readFile,
  reasons,
  table,
  told,
} from '../catalog-file.ts'
import { WIX_V1, WIX_V3 } from './samples.ts'

const [COLLAR, SMALL, MEDIUM] = WIX_V1 as [Record<string, string>, Record<string, string>, Record<string, string>]

describe('a Wix export of the older catalog', () => {
  test('adds surcharges to the price of the product, and takes off its discount', async () => {
    const file = await readFile(table(WIX_V1))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['wix', [], [], []])
    const [collar] = file.products
    assert.deepEqual(
      collar!.variants.map(({ name, sku, price, listPrice, stock }) => [name, sku, price, listPrice, stock]),
      [
        ['Rope Collar - Red / S', 'rope-collar-red-s', '20.25', '22.50', 4],
        ['Rope Collar - Blue / M', 'RC-BM', '17.10', '19.00', 0],
      ],
    )
    assert.deepEqual(groupsOf(collar!), { color: ['Red', 'Blue'], size: ['S', 'M'], brand: ['Fennel'] })
    assert.deepEqual([collar!.slug, collar!.description], ['rope-collar', '<p>Soft</p>'])
    assert.deepEqual(labelsOf(collar!), ['Collars', 'Dogs'])
    assert.deepEqual(
      collar!.files.map(({ file }) => file.path),
      ['https://static.wixstatic.com/media/a1_b2~mv2.jpg', 'https://img.example/c.png'],
    )
  })

  const discounts: [Record<string, string>, string, string | undefined][] = [
    [{ discountMode: 'AMOUNT', discountValue: '3.5' }, '16.50', '20.00'],
    [{ discountMode: 'AMOUNT', discountValue: '30' }, '0.00', '20.00'],
    [{ discountMode: 'PERCENT', discountValue: '33.33' }, '13.33', '20.00'],
    [{ discountMode: 'PERCENT', discountValue: '0.0' }, '20.00', undefined],
    [{ discountMode: '', discountValue: '' }, '20.00', undefined],
  ]
  for (const [discount, price, listPrice] of discounts)
    test(`costs ${price} instead of 20 with the discount ${Object.values(discount).join(' ')}`, async () => {
      const [variant] = (await productsIn(table([{ ...COLLAR, ...discount }])))[0]!.variants
      assert.deepEqual([variant!.price, variant!.listPrice], [price, listPrice])
    })

  test('has one variant if the file has no variants, and its choices are options of the product', async () => {
    const [collar] = await productsIn(table([{ ...COLLAR, productOptionDescription2: 'One size' }]))
    assert.deepEqual(
      collar!.variants.map(({ name, stock }) => [name, stock]),
      [['Rope Collar - One size', null]],
    )
    assert.deepEqual(groupsOf(collar!), { size: ['One size'], color: ['Red', 'Blue'], brand: ['Fennel'] })
    assert.deepEqual(optionsOf(collar!, 0), { size: 'One size' })
  })

  test('has its variants in the order in which the product lists the choices', async () => {
    const variant = (color: string, size: string) => ({
      ...SMALL,
      productOptionDescription1: color,
      productOptionDescription2: size,
    })
    const rows = [variant('Blue', 'M'), variant('Red', 'M'), variant('Blue', 'S'), variant('Red', 'S')]
    const [collar] = await productsIn(table([COLLAR, ...rows]))
    assert.deepEqual(
      collar!.variants.map(({ name }) => name),
      ['Red / S', 'Red / M', 'Blue / S', 'Blue / M'].map((options) => `Rope Collar - ${options}`),
    )
  })

  test('drops videos, which have no ending', async () => {
    const file = await readFile(table([{ ...COLLAR, productImageUrl: 'a1_v1;a1_b2~mv2.jpg' }]))
    assert.deepEqual(
      file.products[0]!.files.map(({ file }) => file.path),
      ['https://static.wixstatic.com/media/a1_b2~mv2.jpg'],
    )
    assert.deepEqual(droppedIn(file), ['2 productImageUrl is "a1_v1"; expected a picture; videos are not imported'])
  })

  test('names each row that is not served', async () => {
    const hidden = { ...SMALL, visible: 'false' }
    const twin = { ...MEDIUM, sku: 'TWIN' }
    const file = await readFile(table([hidden, MEDIUM, twin, COLLAR, COLLAR]))
    assert.deepEqual(reasons(file), ['6 repeated', '2 unpublished', '4 duplicate-options'])
    const orphans = await readFile(table([SMALL, { ...COLLAR, handleId: '' }, { ...WIX_V3[3]!, fieldType: 'Media' }]))
    assert.deepEqual(reasons(orphans), ['3 no-product', '2 no-parent', '4 image-only'])
    const invisible = await readFile(table([{ ...COLLAR, visible: 'false' }, SMALL]))
    assert.deepEqual(reasons(invisible), ['2 unpublished', '3 unpublished'])
    const media = { ...COLLAR, fieldType: 'Media' }
    const noVariants = await readFile(table([COLLAR, hidden, media]))
    assert.deepEqual(reasons(noVariants), ['3 unpublished', '2 no-variants', '4 no-variants'])
    const noPrice = await readFile(table([{ ...COLLAR, price: '' }, media]))
    assert.deepEqual(reasons(noPrice), ['2 no-price', '3 no-variants'])
  })

  test('tells what is wrong', async () => {
    const odd = { discountValue: '120', inventory: 'many' }
    assert.deepEqual(told(await readFile(table([{ ...COLLAR, ...odd }]))), [
      '2 discountValue is "120", and the discountMode is "PERCENT"',
      '2 inventory is "many"',
    ])
    assert.deepEqual(told(await readFile(table([COLLAR, { ...SMALL, fieldType: 'Bundle' }]))), [
      '3 fieldType is "Bundle"',
    ])
    assert.deepEqual(told(await readFile(table([{ ...COLLAR, price: 'free' }, SMALL]))), [
      '3 price is "free", which is not a decimal number',
    ])
    assert.deepEqual(told(await readFile(table([COLLAR, { ...SMALL, surcharge: 'x', visible: 'so' }]))), [
      '3 surcharge is "x"',
      '3 visible is "so"',
    ])
  })
})

describe('a Wix export of the newer catalog', () => {
  test('gives a product with its variants and pictures', async () => {
    const file = await readFile(table(WIX_V3))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['wix', [], [], []])
    const [tray] = file.products
    assert.deepEqual([tray!.name, tray!.slug, tray!.description], ['Walnut Tray', 'walnut-tray', '<p>Oiled</p>'])
    assert.deepEqual(
      tray!.variants.map(({ sku, gtin, price, listPrice, stock }) => [sku, gtin, price, listPrice, stock]),
      [
        ['WT-D', '4006381333931', '30.00', '35.00', null],
        ['WT-L', undefined, '28.00', undefined, null],
      ],
    )
    assert.deepEqual(groupsOf(tray!), { wood: ['dark', 'light'], brand: ['Tide'] })
    assert.deepEqual(labelsOf(tray!), ['trays', 'kitchen'])
    assert.deepEqual(
      tray!.files.map(({ file }) => [file.path, file.alt]),
      [
        ['https://static.wixstatic.com/media/d4~mv2.jpg', 'The tray from above'],
        ['https://static.wixstatic.com/media/e5~mv2.jpg', undefined],
      ],
    )
  })
})
