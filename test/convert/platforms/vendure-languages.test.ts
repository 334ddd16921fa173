import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '@vitrine/catalog/store'
import { droppedIn, groupsOf, readFile, reasons, warned } from '../catalog-file.ts'
import { store } from '../reading.ts'

const GERMAN: Market = { code: 'de', language: 'de', currency: 'EUR' }
const inGerman = { store: { ...store, markets: [GERMAN] } }

const FILE = `name:en,name:de,description:en,description:de,slug,facets:en,facets:de,optionGroups:en,optionGroups:de,optionValues:en,optionValues:de,sku,price,stockOnHand
Stool,Hocker,Folds,Faltbar,stool,category:Seats|use:Camping,category:Sitze|Zweck:Zelten,Size|Wood,Größe|Holz,small|oak,klein|Eiche,ST-S,20,1
,,,,,,,,,large|oak,groß|Eiche,ST-L,30,2
Lamp,,Bright,,lamp,,,,,,,LA,40,3
`

test('the columns of a language become the texts of its market', async () => {
  const file = await readFile(FILE, inGerman)
  const [stool, lamp] = file.products
  assert.deepEqual([file.unused, reasons(file), warned(file), droppedIn(file)], [[], [], [], []])
  assert.deepEqual([stool!.name, groupsOf(stool!).size], ['Stool', ['small', 'large']])
  assert.deepEqual(stool!.markets, {
    de: {
      name: 'Hocker',
      description: 'Faltbar',
      labelValues: { seats: 'Sitze' },
      optionGroups: {
        size: { name: 'Größe', options: { small: 'klein', large: 'groß' } },
        wood: { name: 'Holz', options: { oak: 'Eiche' } },
        use: { name: 'Zweck', options: { camping: 'Zelten' } },
      },
      variants: { 'ST-S': { name: 'Hocker - klein / Eiche' }, 'ST-L': { name: 'Hocker - groß / Eiche' } },
    },
  })
  assert.ok(!('markets' in lamp!))
})

test('the columns of a language without a market are not used, and the command that adds one is told', async () => {
  const german = ['name:de', 'description:de', 'facets:de', 'optionGroups:de', 'optionValues:de']
  for (const markets of [undefined, [{ ...GERMAN, code: 'fr', language: 'fr' }]]) {
    const file = await readFile(FILE, { store: { ...store, markets } })
    assert.deepEqual(file.unused, german)
    assert.deepEqual(warned(file), [
      '2 name:de is "de", the language of no market: after ' +
        '`vitrine market add demo de --language de --currency YYY` an import uses these texts',
    ])
    assert.ok(!('markets' in file.products[0]!))
  }
})

test('options that cannot be matched are told, and the product is served', async () => {
  const file = await readFile(FILE.replace('klein|Eiche', 'klein'), inGerman)
  assert.equal(file.problems.length, 0)
  assert.equal(file.products[0]!.markets!.de!.name, 'Hocker')
  assert.match(droppedIn(file).join('\n'), /optionValues.* has 1 values, and the product has 2 optionGroups/)
})
