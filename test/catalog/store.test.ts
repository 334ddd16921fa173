import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SETTINGS_WITHOUT_ANSWERS, type Store, settingsOfAnswers, storeId } from '@vitrine/catalog/store'
import { storeNamed } from '../loading.ts'

test('a store id is 1–64 letters, digits, hyphens and underscores', () => {
  for (const value of ['a', 'Demo_1-x', 'x'.repeat(64)]) assert.equal(storeId(value), value)
  for (const value of ['', 'x'.repeat(65), 'a b', 'a/b', 'ä', 'a\n', 'a.b']) assert.equal(storeId(value), undefined)
})

/** The compiler asks for a value here whenever a setting is added. */
const CHANGED: Required<Omit<Store, 'id'>> = {
  name: 'Other',
  createdAt: '2026-02-02T00:00:00.000Z',
  taxRate: { ...storeNamed('x').taxRate, rate: 7 },
  language: 'de',
  searchIn: ['sku'],
  stopWords: ['shop'],
  exactWords: ['apple'],
  order: 'popularity',
  outOfStock: 'last',
  currency: 'USD',
  publicName: 'Other',
  url: 'https://other.example',
  productUrl: 'https://other.example/{slug}',
  hosts: ['other.example'],
  taxIncluded: true,
  keepEditions: 9,
  keepForSeconds: 9,
  pinnedEditions: [9],
  lastImport: { at: 'x', format: 'native', products: 1, rows: null, formats: [], languages: [] },
  markets: [{ code: 'de', language: 'de', currency: 'EUR' }],
}

describe('the text of the settings that answers depend on', () => {
  const store = storeNamed('x')

  for (const [name, value] of Object.entries(CHANGED)) {
    const isSeen = !(SETTINGS_WITHOUT_ANSWERS as readonly string[]).includes(name)
    test(`${isSeen ? 'changes' : 'stays the same'} with ${name}`, () => {
      const texts = [store, { ...store, [name]: value }, { ...store, [name]: undefined }].map(settingsOfAnswers)
      assert.equal(texts[0] !== texts[1], isSeen)
      assert.equal(texts[0], texts[2])
    })
  }

  test('has a setting that is added later, whatever the order of the settings', () => {
    const added = { ...store, rounding: 'up', badge: 1 }
    assert.notEqual(settingsOfAnswers(added), settingsOfAnswers(store))
    assert.equal(settingsOfAnswers({ badge: 1, rounding: 'up', ...store } as Store), settingsOfAnswers(added))
  })

  test('is what ETags of earlier releases had', () => {
    const { language, searchIn, currency, publicName, url, productUrl, hosts } = CHANGED
    const set = { ...store, language, searchIn, currency, publicName, url, productUrl, hosts }
    assert.equal(settingsOfAnswers(store), '["/",null,null,null,null,null]')
    assert.equal(
      settingsOfAnswers(set),
      '["de/sku","USD","Other","https://other.example","https://other.example/{slug}",["other.example"]]',
    )
  })
})
