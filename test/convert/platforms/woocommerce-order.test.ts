import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { woocommerce } from '@vitrine/convert/platforms/woocommerce'
import { COMPLETE_ONLY } from '../../quick.ts'
import { type CatalogFile, optionsOf, readFile, reasons, table, told } from '../catalog-file.ts'

/** The columns of an export in their order, in English and in a language whose headers are not known. */
const HEADERS = {
  ID: 'Identigilo',
  Type: 'Speco',
  SKU: 'Kodo',
  'GTIN, UPC, EAN, or ISBN': 'GTIN, UPC, EAN aŭ ISBN',
  Name: 'Nomo',
  Published: 'Publikigita',
  'Is featured?': 'Ĉu elstara?',
  'Visibility in catalog': 'Videblo',
  'Short description': 'Mallonga priskribo',
  Description: 'Priskribo',
  'Date sale price starts': 'Rabato ekde',
  'Date sale price ends': 'Rabato ĝis',
  'Tax status': 'Impoststato',
  'Tax class': 'Impostklaso',
  'In stock?': 'Ĉu havebla?',
  Stock: 'Stoko',
  'Low stock amount': 'Malalta stoko',
  'Backorders allowed?': 'Ĉu antaŭmendebla?',
  'Sold individually?': 'Ĉu unuope?',
  'Weight (kg)': 'Pezo (kg)',
  'Length (cm)': 'Longo (cm)',
  'Width (cm)': 'Larĝo (cm)',
  'Height (cm)': 'Alto (cm)',
  'Allow customer reviews?': 'Ĉu recenzoj?',
  'Purchase note': 'Noto',
  'Sale price': 'Rabatita prezo',
  'Regular price': 'Kutima prezo',
  Categories: 'Kategorioj',
  Tags: 'Etikedoj',
  'Shipping class': 'Sendoklaso',
  Images: 'Bildoj',
  'Download limit': 'Elŝutlimo',
  'Download expiry days': 'Elŝuttagoj',
  Parent: 'Patro',
  'Grouped products': 'Grupo',
  Upsells: 'Pli bonaj',
  'Cross-sells': 'Aldonaj',
  'External URL': 'Ekstera URL',
  'Button text': 'Butono',
  Position: 'Loko',
} as const

type Record = { readonly [header: string]: string }

const EVERY_ROW: Record = {
  Published: '1',
  'Is featured?': '0',
  'Visibility in catalog': 'visible',
  'Tax status': 'taxable',
  'In stock?': '1',
  'Backorders allowed?': '0',
  'Sold individually?': '0',
  'Allow customer reviews?': '1',
  Position: '0',
}

const attribute = (number: number, name: string, values: string, visible: string): Record => ({
  [`Attribute ${number} name`]: name,
  [`Attribute ${number} value(s)`]: values,
  [`Attribute ${number} visible`]: visible,
  [`Attribute ${number} global`]: '1',
})

/** A card, and a coat on sale in two colors and a size. */
const RECORDS: readonly Record[] = [
  { ID: '9', Type: 'simple, virtual', SKU: 'card', Name: 'Card', 'Regular price': '30', Categories: 'Gifts' },
  {
    ...{ ID: '10', Type: 'variable', SKU: 'coat', Name: 'Coat', 'Short description': 'Dry.', Stock: '7' },
    ...{ 'Low stock amount': '2', Images: 'https://img.example/a.jpg', Categories: 'Clothing > Coats', Tags: 'new' },
    ...attribute(1, 'Color', 'Red, Blue', '1'),
    'Attribute 1 default': 'Red',
    ...attribute(2, 'Size', 'S', '0'),
  },
  {
    ...{ ID: '11', Type: 'variation', SKU: 'coat-r', Name: 'Coat - Red', Parent: 'coat', Stock: 'parent' },
    ...{ 'Date sale price starts': '2026-06-01', 'Date sale price ends': '2026-06-30', 'Weight (kg)': '1,5' },
    ...{ 'Sale price': '70,50', 'Regular price': '80,00' },
    ...attribute(1, 'Color', 'Red', ''),
    ...attribute(2, 'Size', 'S', ''),
  },
  {
    ...{ ID: '12', Type: 'variation', SKU: 'coat-b', Name: 'Coat - Blue', Parent: 'coat', 'Regular price': '81,00' },
    ...attribute(1, 'Color', 'Blue', ''),
    ...attribute(2, 'Size', 'S', ''),
  },
  { ID: '13', Type: 'simple', SKU: 'draft', Name: 'Draft', Published: '-1', 'Regular price': '30' },
]

/** The records with all columns except those in `missing`, as an English export has them. */
function english(records = RECORDS, missing: readonly string[] = []): string {
  const columns = Object.keys(HEADERS).filter((header) => !missing.includes(header))
  const blank = Object.fromEntries(columns.map((header) => [header, '']))
  return table(records.map((record) => ({ ...blank, ...without(EVERY_ROW, ...missing), ...record })))
}

function without(record: Record, ...columns: readonly string[]): Record {
  return Object.fromEntries(Object.entries(record).filter(([header]) => !columns.includes(header)))
}

/** The same file with translated headers. */
function translated(file: string): string {
  const [header, ...rows] = file.split('\n')
  const names = header!.match(/"[^"]*"|[^,]+/g)!.map((name) => name.replaceAll('"', ''))
  const headers: Record = HEADERS
  const words = names.map((name) =>
    name
      .replace(/^Attribute (\d+) name$/, 'Nomo de eco $1')
      .replace(/^Attribute (\d+) value\(s\)$/, 'Valoroj de eco $1')
      .replace(/^Attribute (\d+) (.*)$/, 'Eco $1 $2')
      .replace(/^Download (\d+) (.*)$/, 'Elŝuto $1 $2')
      .replace('Meta: ', 'Metadatumo: '),
  )
  return [words.map((name) => `"${headers[name] ?? name}"`).join(','), ...rows].join('\n')
}

const contents = ({ format, products, problems, warnings, leftOut }: CatalogFile) => ({
  ...{ format, products, problems, warnings, leftOut },
})

async function expectSame(file: string): Promise<void> {
  assert.deepEqual(contents(await readFile(translated(file))), contents(await readFile(file)))
}

const UNKNOWN = /WooCommerce export in a language that is not known: .*with all columns/

describe('a complete WooCommerce product CSV in a language that is not known', () => {
  test('is read by the order of its columns', async () => {
    const file = await readFile(translated(english()))
    assert.deepEqual([file.format, file.problems, reasons(file)], ['woocommerce', [], ['6 draft']])
    const [card, coat] = file.products
    assert.deepEqual(
      [card, coat].map((product) => product!.variants.map(({ sku, price, stock }) => [sku, price, stock])),
      [
        [['card', '30.00', null]],
        [
          ['coat-r', '70.50', 7],
          ['coat-b', '81.00', null],
        ],
      ],
    )
    assert.deepEqual(optionsOf(coat!, 1), { color: 'Blue', size: 'S' })
    await expectSame(english())
  })

  test('may be of a version without a GTIN', () => expectSame(english(RECORDS, ['GTIN, UPC, EAN, or ISBN'])))

  test('may be of a version without a GTIN and a low stock amount', () => {
    const records = RECORDS.map((record) => without(record, 'Low stock amount'))
    return expectSame(english(records, ['GTIN, UPC, EAN, or ISBN', 'Low stock amount']))
  })

  test('may have no attributes', () => expectSame(english([RECORDS[0]!])))

  test('may have downloads, custom fields and columns of extensions', { skip: COMPLETE_ONLY }, async () => {
    const extension = { 'Cost of goods': '3' }
    const download = (number: number) => ({
      [`Download ${number} ID`]: 'd-1',
      [`Download ${number} name`]: 'Guide',
      [`Download ${number} URL`]: 'https://files.example/1.pdf',
    })
    const field = { 'Meta: a 1': '1', 'Meta: b 1': '1', 'Meta: c 1': '1', 'Meta: d 1': '1' }
    const first = { ...RECORDS[0]!, ...extension, ...download(1), ...download(2), ...field }
    await expectSame(english([first, ...RECORDS.slice(1)]))
    const coat = { ...extension, ...download(1), ...RECORDS[1]! }
    await expectSame(english([coat, ...RECORDS.slice(2)]))
  })

  test('may have a download after its only attribute', { skip: COMPLETE_ONLY }, async () => {
    const isSize = ([name]: readonly [string, string]) => name.startsWith('Attribute 2')
    const coats = RECORDS.slice(1, 4).map((record) =>
      Object.fromEntries(Object.entries(record).filter((entry) => !isSize(entry))),
    )
    const download = { 'Download 1 ID': 'd', 'Download 1 name': '', 'Download 1 URL': 'https://files.example/1.pdf' }
    const card = { ...RECORDS[0]!, ...download }
    await expectSame(english([...coats, card]))
    await expectSame(english([card, ...coats]))
    const cards = Array.from({ length: 6 }, (_, index) => ({ ...RECORDS[0]!, ID: `${90 + index}`, SKU: `c${index}` }))
    await expectSame(english([...coats, ...cards, card]))
  })

  test('may have brands, if their header is known in some language', async () => {
    const file = english([{ ...RECORDS[0]!, Brands: 'Fern' }, ...RECORDS.slice(1)])
    assert.deepEqual(
      (await readFile(translated(file).replace('"Brands"', '"Marken"'))).products,
      (await readFile(file)).products,
    )
  })

  test('may have attributes that begin below its first rows', () => {
    const cards = Array.from({ length: 10 }, (_, index) => ({ ...RECORDS[0]!, ID: `${90 + index}`, SKU: `c${index}` }))
    return expectSame(english([...cards, ...RECORDS.slice(1)]))
  })

  test('may have some headers in English', () =>
    expectSame(english().replace('Name,Published', 'Nomo,Published').replace('Type,SKU', 'Speco,SKU')))

  for (const column of ['SKU', 'Published', 'Tax class', 'Weight (kg)', 'Sale price', 'Tags', 'Parent', 'Position'])
    test(`is refused without the column “${column}”`, () =>
      assert.rejects(
        readFile(
          translated(
            english(
              RECORDS.map((record) => without(record, column)),
              [column],
            ),
          ),
        ),
        UNKNOWN,
      ))

  for (const column of ['SKU', 'Published', 'Sale price', 'Parent'])
    test(`is refused if the column “${column}” is in another place`, () => {
      const records = RECORDS.map((record) => ({
        ...without(record, column),
        Button: 'Buy',
        [column]: record[column] ?? '',
      }))
      return assert.rejects(readFile(translated(english(records, [column]))), UNKNOWN)
    })

  test('is refused if a header names two columns that are read', () =>
    assert.rejects(readFile(translated(english()).replace('"Stoko"', '"Kodo"')), UNKNOWN))

  test('is refused if an English header is in the place of another one', () =>
    assert.rejects(readFile(translated(english()).replace('"Rabatita prezo"', '"Regular price"')), UNKNOWN))

  test('is refused if its attributes and downloads cannot be told apart', async () => {
    const blank = Object.fromEntries(['ID', 'name', 'URL'].map((name) => [`Download 1 ${name}`, '']))
    const attributes = Object.fromEntries(Object.keys(attribute(1, '', '', '')).map((name) => [name, '']))
    const card = { ...RECORDS[0]!, ...blank, ...attributes }
    await assert.rejects(readFile(translated(english([card]))), UNKNOWN)
  })

  test('is refused with its format named too, if its cells do not fit the order', () =>
    assert.rejects(
      readFile(translated(english()).replaceAll('visible,', 'yes,'), { format: woocommerce }),
      /has no column “Name”/,
    ))

  test('names its columns in problems as the file does', async () => {
    const file = await readFile(translated(english()).replace('81,00', '81.0.0'))
    assert.deepEqual(told(file), ['5 Kutima prezo is "81.0.0", which is not a decimal number'])
  })
})
