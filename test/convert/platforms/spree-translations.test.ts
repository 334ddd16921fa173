import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '@vitrine/catalog/store'
import { readFiles, reasons, table, warned } from '../catalog-file.ts'
import { store } from '../reading.ts'

const GERMAN: Market = { code: 'de', language: 'de', currency: 'USD' }

const POT = {
  slug: 'pot',
  sku: 'POT',
  name: 'Pot',
  description: 'Deep',
  price: '9.0',
  currency: 'USD',
  status: 'active',
}
const tracked = { track_inventory: 'true', inventory_count: '3', inventory_backorderable: 'false' }
const FILES = {
  'translations.csv': table([
    { slug: 'pot', locale: 'de', name: 'Topf', description: 'Tief' },
    { slug: 'pot', locale: 'fr', name: 'Pot à feu', description: '' },
    { slug: 'gone', locale: 'de', name: 'Fort', description: '' },
  ]),
  'products.csv': table([{ ...POT, ...tracked }]),
}

test('a file of translations of Spree gives products the texts of markets', async () => {
  const file = await readFiles(FILES, { store: { ...store, currency: 'USD', markets: [GERMAN] } })
  assert.deepEqual(
    file.products.map(({ name, markets }) => [name, markets]),
    [['Pot', { de: { name: 'Topf', description: 'Tief' } }]],
  )
  assert.deepEqual(reasons(file), ['3 translation', '4 translation'])
  assert.match(
    warned(file).join('\n'),
    /^3 locale is "fr", .*`vitrine market add demo fr --language fr --currency USD`/,
  )
})

test('without markets the rows of the file are left out, and the commands that add markets are told', async () => {
  const file = await readFiles(FILES)
  assert.deepEqual(
    file.products.map(({ name, markets }) => [name, markets]),
    [['Pot', undefined]],
  )
  assert.deepEqual(reasons(file), ['2 translation', '3 translation', '4 translation'])
  assert.equal(warned(file).length, 2)
})
