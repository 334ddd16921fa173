import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedLanguages, marketFor, marketHints } from '@vitrine/agents/market-hints'
import type { Store } from '@vitrine/catalog/store'

const STORE = {
  language: 'en-GB',
  currency: 'GBP',
  markets: [
    { code: 'de', language: 'de', currency: 'EUR' },
    { code: 'de-at', language: 'de', currency: 'EUR' },
    { code: 'ch', language: 'de-CH', currency: 'CHF' },
    { code: 'romandie', language: 'fr-CH', currency: 'CHF' },
    { code: 'us', language: 'en-US', currency: 'USD' },
  ],
} as unknown as Store

/** Each context, and the market that it leads to; `store` is the store itself. */
const CHOICES: readonly (readonly [context: unknown, market: string])[] = [
  [undefined, 'store'],
  [{}, 'store'],
  [{ language: 'de' }, 'de'],
  [{ language: 'DE-at' }, 'de-at'],
  [{ language: 'de-LI' }, 'de'],
  [{ language: 'en' }, 'store'],
  [{ language: 'en-US' }, 'us'],
  [{ language: 'en-AU', currency: 'usd' }, 'us'],
  [{ language: 'fr' }, 'romandie'],
  [{ language: 'ja' }, 'store'],
  [{ currency: 'CHF' }, 'ch'],
  [{ currency: 'JPY' }, 'store'],
  [{ address_country: 'at' }, 'de-at'],
  [{ address_country: 'GB' }, 'store'],
  [{ address_country: 'Austria' }, 'store'],
  [{ language: 'de', address_country: 'CH' }, 'ch'],
  [{ language: 'de', currency: 'CHF' }, 'ch'],
  [{ language: 'fr', currency: 'EUR', address_country: 'AT' }, 'romandie'],
  [{ language: 'ja', currency: 'CHF', address_country: 'US' }, 'ch'],
  [{ language: 7, currency: ['EUR'], address_country: null }, 'store'],
  [{ language: 'not a tag' }, 'store'],
  ['de', 'store'],
]

test('the market is the first that satisfies the most hints, the language before all', () => {
  for (const [context, market] of CHOICES)
    assert.equal(marketFor(STORE, marketHints({ context }))?.code ?? 'store', market, JSON.stringify(context))
  assert.equal(marketFor({ ...STORE, markets: undefined }, marketHints({ context: { language: 'de' } })), undefined)
  assert.deepEqual(marketHints(undefined), { languages: [], currency: undefined, country: undefined })
})

test('Accept-Language is read in the order of its qualities', () => {
  assert.deepEqual(acceptedLanguages('ja, fr;q=0.5, de-AT;q=0.9, en;q=0, *;q=0.1'), ['ja', 'de-AT', 'fr'])
  assert.deepEqual([acceptedLanguages(undefined), acceptedLanguages(';;,q=,\u0000')], [[], []])
  const hints = { currency: undefined, country: undefined }
  const languages = acceptedLanguages('ja, fr;q=0.5, de-AT;q=0.9')
  assert.equal(marketFor(STORE, { ...hints, languages })?.code, 'de-at')
})
