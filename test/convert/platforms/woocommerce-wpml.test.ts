import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Market, Store } from '@vitrine/catalog/store'
import { COMPLETE_ONLY } from '../../quick.ts'
import { droppedIn, productsIn, readFile, reasons, table, warned } from '../catalog-file.ts'
import { store } from '../reading.ts'

const GERMAN: Market = { code: 'de', language: 'de', currency: 'EUR' }
const FRENCH: Market = { code: 'fr', language: 'fr', currency: 'EUR' }

const inMarkets = (...markets: Market[]): Store => ({ ...store, currency: 'EUR', markets })
const inGerman = { store: inMarkets(GERMAN) }

const wpml = (group: string, language: string, source: string) => ({
  'Meta: _wpml_import_language_code': language,
  'Meta: _wpml_import_source_language_code': source,
  'Meta: _wpml_import_translation_group': group,
})

const MUG = {
  ID: '10',
  Type: 'simple',
  SKU: 'MUG',
  Name: 'Mug',
  Published: '1',
  'Short description': '',
  Description: 'Holds tea',
  'Regular price': '9.00',
  Categories: 'Kitchen > Mugs',
  Tags: 'new',
  'Meta: _yoast_wpseo_title': 'Buy a mug',
  ...wpml('5', 'en', ''),
}
const TASSE = {
  ...MUG,
  ID: '11',
  Name: 'Tasse',
  Description: 'Fasst Tee',
  'Regular price': '99.00',
  Categories: 'Küche > Tassen',
  Tags: 'neu',
  'Meta: _yoast_wpseo_title': 'Tasse kaufen',
  ...wpml('5', 'de', 'en'),
}
const IN_GERMAN = {
  name: 'Tasse',
  description: 'Fasst Tee',
  seo: { title: 'Tasse kaufen' },
  labelValues: { kitchen: 'Küche', mugs: 'Tassen', new: 'neu' },
}

const SHIRT = {
  ID: '20',
  Type: 'variable',
  SKU: 'SHIRT',
  Name: 'Shirt',
  Published: '1',
  'Attribute 1 name': 'Color',
  'Attribute 1 value(s)': 'Red, Blue',
  'Attribute 2 name': 'Fabric',
  'Attribute 2 value(s)': 'Linen, Wool',
  ...wpml('7', 'en', ''),
}
const HEMD = {
  ...SHIRT,
  ID: '30',
  SKU: 'HEMD',
  Name: 'Hemd',
  'Attribute 1 name': 'Farbe',
  'Attribute 1 value(s)': 'Blau, Rot',
  'Attribute 2 name': 'Stoff',
  'Attribute 2 value(s)': 'Leinen, Wolle',
  ...wpml('7', 'de', 'en'),
}
const variation = (id: string, parent: string, sku: string, name: string, value: string, more: object) => ({
  ID: id,
  Type: 'variation',
  Parent: parent,
  SKU: sku,
  Published: '1',
  'Regular price': '20.00',
  'Attribute 1 name': name,
  'Attribute 1 value(s)': value,
  ...more,
})
const RED = variation('21', 'id:20', 'S-RED', 'Color', 'Red', wpml('8', 'en', ''))
const BLUE = variation('22', 'SHIRT', 'S-BLUE', 'Color', 'Blue', wpml('9', 'en', ''))
const ROT = variation('31', 'id:30', 'H-ROT', 'Farbe', 'Rot', wpml('8', 'de', 'en'))
const BLAU = variation('32', 'HEMD', 'H-BLAU', 'Farbe', 'Blau', wpml('9', 'de', 'en'))
const SHIRTS = [SHIRT, RED, BLUE, HEMD, BLAU, ROT]
const SHIRT_IN_GERMAN = {
  name: 'Hemd',
  optionGroups: {
    color: { name: 'Farbe', options: { red: 'Rot', blue: 'Blau' } },
    fabric: { name: 'Stoff', options: { linen: 'Leinen', wool: 'Wolle' } },
  },
}

suite('texts of WPML', () => {
  test('become those of the market, whether the translation repeats the sku or has its own', {
    skip: COMPLETE_ONLY,
  }, async () => {
    for (const SKU of ['MUG', 'TASSE', '']) {
      for (const rows of [
        [MUG, { ...TASSE, SKU }],
        [{ ...TASSE, SKU }, MUG],
      ]) {
        const file = await readFile(table(rows), inGerman)
        assert.equal(file.products.length, 1)
        const { name, variants, markets } = file.products[0]!
        assert.deepEqual([name, variants[0]!.sku, variants[0]!.price], ['Mug', 'MUG', '9.00'])
        assert.deepEqual(markets, { de: IN_GERMAN })
        assert.deepEqual([reasons(file), warned(file), droppedIn(file)], [[], [], []])
      }
    }
  })

  test('of a variable product are matched by the groups of its variations', async () => {
    const file = await readFile(table(SHIRTS), inGerman)
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, variants.map(({ sku }) => sku)]),
      [['Shirt', ['S-RED', 'S-BLUE']]],
    )
    const { variants, ...texts } = file.products[0]!.markets!.de!
    assert.deepEqual(texts, SHIRT_IN_GERMAN)
    assert.deepEqual(variants, { 'S-RED': { name: 'Hemd - Rot' }, 'S-BLUE': { name: 'Hemd - Blau' } })
    assert.deepEqual([reasons(file), warned(file), droppedIn(file)], [[], [], []])
  })

  test('of variations without groups are matched by skus, or else by their order', async () => {
    const none = wpml('', 'de', 'en')
    for (const [red, blue] of [
      [{ SKU: 'S-RED' }, { SKU: 'S-BLUE' }],
      [{ SKU: 'S-RED' }, { SKU: '' }],
      [{ SKU: '' }, { SKU: '' }],
    ]) {
      const rows = [...SHIRTS.slice(0, 4), { ...ROT, ...none, ...red }, { ...BLAU, ...none, ...blue }]
      const [product] = await productsIn(table(rows), inGerman)
      assert.deepEqual(product!.markets!.de!.optionGroups, SHIRT_IN_GERMAN.optionGroups)
    }
  })

  test('are of every market with the language, of which an exact one comes first', async () => {
    const swiss = { ...TASSE, ID: '12', Name: 'Tassli', ...wpml('5', 'de-ch', 'en') }
    const markets = [GERMAN, { ...GERMAN, code: 'ch', language: 'de-CH' }, { ...GERMAN, code: 'at', language: 'de-AT' }]
    const [product] = await productsIn(table([MUG, TASSE, swiss]), { store: inMarkets(...markets) })
    assert.deepEqual(
      Object.entries(product!.markets!).map(([code, { name }]) => [code, name]),
      [
        ['de', 'Tasse'],
        ['ch', 'Tassli'],
        ['at', 'Tasse'],
      ],
    )
  })

  test('that are blank or equal are those of the product', async () => {
    const same = { ...MUG, Description: '', Tags: '', Name: 'Tasse', ...wpml('5', 'de', 'en') }
    const [product] = await productsIn(table([MUG, same]), inGerman)
    assert.deepEqual(product!.markets, { de: { name: 'Tasse' } })
    const [equal] = await productsIn(table([MUG, { ...MUG, ...wpml('5', 'de', 'en') }]), inGerman)
    assert.ok(!('markets' in equal!))
  })

  test('have a short description in place of the description of the product', async () => {
    const short = { ...TASSE, Description: '', 'Short description': 'Kurz' }
    const [product] = await productsIn(table([MUG, short]), inGerman)
    assert.equal(product!.markets!.de!.description, 'Kurz')
  })
})

suite('rows of WPML that no market shows are left out', () => {
  test('if no market has their language, with the command that adds one', async () => {
    const file = await readFile(table([MUG, TASSE]), { store: inMarkets(FRENCH) })
    assert.deepEqual(reasons(file), ['3 translation'])
    assert.deepEqual(warned(file), [
      '3 Meta: _wpml_import_language_code is "de", the language of no market: after ' +
        '`vitrine market add demo de --language de --currency EUR` an import uses these texts',
    ])
  })

  test('in a store without markets as before, with the command that adds one', async () => {
    const file = await readFile(table([MUG, TASSE]))
    assert.deepEqual(reasons(file), ['3 repeated'])
    assert.match(warned(file).join(), /vitrine market add demo de --language de --currency YYY/)
    assert.ok(!('markets' in file.products[0]!))
    const own = await readFile(table([MUG, { ...TASSE, SKU: 'TASSE' }]))
    assert.deepEqual(
      own.products.map(({ name }) => name),
      ['Mug', 'Tasse'],
    )
  })

  test('if they are drafts, repeated, or have no original', async () => {
    const extra = { ...ROT, ID: '33', SKU: 'H-GELB', ...wpml('99', 'de', 'en') }
    const rows = [MUG, { ...TASSE, Published: '-1' }, ...SHIRTS, { ...HEMD, ID: '40' }, extra]
    assert.deepEqual(reasons(await readFile(table(rows), inGerman)), ['3 draft', '10 repeated', '11 no-product'])
  })

  test('if their product is left out', async () => {
    const rows = [{ ...MUG, Published: '0' }, TASSE, MUG, { ...TASSE, Name: 'Becher' }]
    assert.deepEqual(reasons(await readFile(table(rows.slice(0, 2)), inGerman)), ['2 private', '3 translation'])
  })

  test('unless the file lacks the original, which the first language then stands for', async () => {
    const french = { ...TASSE, ID: '12', Name: 'Bol', ...wpml('5', 'fr', 'en') }
    const [product] = await productsIn(table([TASSE, french]), { store: inMarkets(GERMAN, FRENCH) })
    assert.deepEqual([product!.name, product!.markets], ['Tasse', { fr: { name: 'Bol' } }])
  })
})

test('labels that cannot be matched keep their names, and are told', async () => {
  const file = await readFile(table([MUG, { ...TASSE, Categories: 'Küche' }]), inGerman)
  const { labelValues: _, ...others } = IN_GERMAN
  assert.deepEqual(file.products[0]!.markets, { de: others })
  assert.deepEqual(droppedIn(file), [
    '3 Categories has others in "de"; expected as many names as the product has, in the same order',
  ])
})

test('a text that is wrong is dropped with its market, and the product is served', async () => {
  const file = await readFile(table([MUG, { ...TASSE, Name: 'x'.repeat(1001) }]), inGerman)
  assert.deepEqual(file.problems, [])
  assert.ok(!('markets' in file.products[0]!))
  assert.deepEqual(droppedIn(file), ['3 markets.de.name is 1001 characters long; expected at most 1000 characters'])
})
