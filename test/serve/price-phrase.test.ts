// Complete run only: it compiles the phrases of every language.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pricePhrase } from '@vitrine/engine/serve/search/price-phrase'

/** What a search says: the bounds in cents, and the other words; undefined if it says no price. */
function said(search: string, language?: string) {
  const phrase = pricePhrase(search, language)
  return phrase && [phrase.price.min, phrase.price.max, phrase.text.split(/\s+/).join(' ')]
}

const LAMP_UNDER_50 = [undefined, 5000, 'lamp']

describe('a price in words', () => {
  test('is known in English and in the language of the store', () => {
    const phrases = {
      en: [
        'under 50',
        'below $50',
        'less than 50 €',
        'no more than 50.00',
        'up to EUR 50',
        'UNDER 50 Euros',
        'max €50',
      ],
      de: [
        'unter 50 Euro',
        'bis 50 €',
        'bis zu 50',
        'höchstens 50,-',
        'hoechstens 50',
        'weniger als 50,00',
        'max 50 €',
      ],
      fr: ['moins de 50', 'à moins de 50 €', 'jusqu’à 50 euros', 'pas plus de 50'],
      es: ['menos de 50', 'hasta 50 €', 'no más de 50'],
      it: ['meno di 50', 'fino a 50 euro', 'sotto i 50'],
      nl: ['onder de 50', 'minder dan 50 euro', 'tot 50'],
    }
    for (const [language, each] of Object.entries(phrases))
      for (const phrase of each) {
        assert.deepEqual(said(`lamp ${phrase}`, language), LAMP_UNDER_50, phrase)
        const isEnglish = phrase.startsWith('max') || language === 'en'
        if (!isEnglish) assert.equal(said(`lamp ${phrase}`, 'en'), undefined, phrase)
        if (language === 'en') assert.deepEqual(said(`lamp ${phrase}`, 'de-AT'), LAMP_UNDER_50, phrase)
      }
    for (const language of [undefined, 'ja', 'about']) {
      assert.deepEqual(said('lamp under 50', language), LAMP_UNDER_50)
      assert.equal(said('lamp bis 50', language), undefined)
    }
  })

  test('has a lower bound, or both', () => {
    const from100 = [10000, undefined, '']
    for (const [phrase, language] of [
      ['over 100', 'en'],
      ['über 100', 'de'],
      ['ueber 100 eur', 'de'],
      ['ab 100 €', 'de'],
      ['plus de 100', 'fr'],
      ['más de 100', 'es'],
      ['più di 100', 'it'],
      ['meer dan 100', 'nl'],
    ] as const)
      assert.deepEqual(said(phrase, language), from100, phrase)
    const from20to50 = [2000, 5000, '']
    for (const [phrase, language] of [
      ['between 20 and 50', 'en'],
      ['between $50 and $20', 'en'],
      ['from 20 to 50', 'en'],
      ['20-50 €', 'en'],
      ['over 20 under 50', 'en'],
      ['zwischen 20 und 50 Euro', 'de'],
      ['von 20 bis 50', 'de'],
      ['20 bis 50 €', 'de'],
      ['entre 20 et 50', 'fr'],
      ['de 20 à 50', 'fr'],
      ['entre 20 y 50', 'es'],
      ['tra 20 e 50', 'it'],
      ['tussen de 20 en 50', 'nl'],
      ['van 20 tot 50', 'nl'],
    ] as const)
      assert.deepEqual(said(phrase, language), from20to50, phrase)
  })

  test('has an amount with decimals and thousands of any language', () => {
    for (const [amount, cents] of [
      ['0.5', 50],
      ['49.90', 4990],
      ['49,90', 4990],
      ['1000', 100_000],
      ['1,000', 100_000],
      ['1.000', 100_000],
      ['1 000', 100_000],
      ["1'000", 100_000],
      ['1.299,50', 129_950],
      ['1,299.50', 129_950],
      ['999999999', 99_999_999_900],
      ['５０', 5000],
    ] as const)
      assert.deepEqual(said(`under ${amount}`), [undefined, cents, ''], amount)
    for (const amount of ['1234567890', '50.505050', 'fifty', '', '-5'])
      assert.equal(said(`under ${amount}`), undefined, amount)
  })

  test('leaves the other words in their order', () => {
    assert.deepEqual(said('red lamp under 50 for a desk'), [undefined, 5000, 'red lamp for a desk'])
    assert.deepEqual(said('under $50 gifts'), [undefined, 5000, 'gifts'])
    assert.deepEqual(said('iphone 15 under 500'), [undefined, 50000, 'iphone 15'])
    assert.deepEqual(said('lamp under 50, blue'), [undefined, 5000, 'lamp , blue'])
  })

  test('is none with a unit after the number, or with words that mean something else', () => {
    for (const [search, language] of [
      ['toys under 18 months', 'en'],
      ['dumbbell over 3 kg', 'en'],
      ['under 50%', 'en'],
      ['over 18s', 'en'],
      ['under 50 running shoes', 'en'],
      ['under 20 pounds', 'en'],
      ['iphone 15 pro max 256', 'en'],
      ['from 5', 'en'],
      ['thunder 50', 'en'],
      ['under 50-60', 'en'],
      ['schlafsack bis 60 grad', 'de'],
      ['schuhe 36 bis 40', 'de'],
      ['spiele ab 8', 'de'],
      ['de 3 à 6 ans', 'fr'],
      ['maat 36 tot 40', 'nl'],
    ] as const)
      assert.equal(said(search, language), undefined, search)
  })
})
