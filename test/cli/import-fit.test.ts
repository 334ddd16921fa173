import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  differencesFrom,
  exceededLimit,
  type ImportEffect,
  type ImportLimits,
} from '../../packages/vitrine/cli/import/import-limits.ts'
import { storeNamed } from '../loading.ts'

const DEFAULTS: ImportLimits = {
  maxLeftOut: 50,
  maxNew: 95,
  mayServeNothing: false,
  mayBeCutOff: false,
  mayChangeSource: false,
}

/** What is wrong with an import of 20 known products into a store of 400, but for these differences. */
function refusal(effect: Partial<ImportEffect>, limits: Partial<ImportLimits> = {}): string | undefined {
  const fitting = { rows: 20, leftOut: 0, unit: 'row', accepted: 20, created: 0, stored: 400 } as const
  const complete = { ...fitting, replace: false, differences: [], endings: [], losing: 0, crossings: [], ...effect }
  return exceededLimit(complete, { ...DEFAULTS, ...limits })
}

describe('a file', () => {
  test('fits if more than a twentieth of it is in the store', () => {
    assert.equal(refusal({}), undefined)
    assert.equal(refusal({ created: 19 }), undefined)
    const none = 'none of the 20 products of the file is in the store, which has 400; --max-new 100% allows it'
    assert.equal(refusal({ created: 20 }), none)
    const few = 'only 1 of the 40 products of the file is in the store, which has 400; --max-new 98% allows it'
    assert.equal(refusal({ accepted: 40, created: 39 }), few)
    const some = 'only 3 of the 90 products of the file are in the store, which has 400; --max-new 97% allows it'
    assert.equal(refusal({ accepted: 90, created: 87 }), some)
    assert.equal(refusal({ created: 20 }, { maxNew: 100 }), undefined)
    assert.equal(refusal({ accepted: 40, created: 39 }, { maxNew: 98 }), undefined)
  })

  test('of few products, or for a store of few, does not tell', () => {
    for (const few of [{ accepted: 9, created: 9 }, { stored: 9 }, { stored: 0 }])
      assert.equal(refusal({ created: 20, differences: ['is another one'], ...few }), undefined)
    for (const enough of [{ accepted: 10, created: 10 }, { stored: 10 }])
      assert.match(refusal({ created: 20, ...enough })!, /--max-new 100% allows it/)
  })

  test('that replaces the store may have new products only', () => {
    assert.equal(refusal({ created: 20, replace: true }), undefined)
  })

  test('is refused with what it would lose, and the option that allows all of it', () => {
    const crossings = [
      { reason: 'half would go', limit: 'maxRemoved', share: 50, lost: '' },
      { reason: 'more would go', limit: 'maxRemoved', share: 60, lost: '' },
      { reason: 'pictures would go', limit: 'maxLost', share: 30, lost: '' },
    ] as const
    const reasons = 'half would go; more would go; pictures would go'
    assert.equal(refusal({ crossings }), `${reasons}; --max-removed 60% --max-lost 30% allow it`)
    const approve = 'if the server is right, `vitrine approve a` lets the next import do exactly this, once'
    assert.equal(refusal({ crossings }, { fromServer: storeNamed('a').id }), `${reasons}; ${approve}`)
  })

  test('of another source is refused with all that is wrong, and all options that allow it', () => {
    const wrong = { created: 20, differences: ['is in another format', 'is in another language'] }
    const none = 'none of the 20 products of the file is in the store, which has 400'
    const others = 'the file is in another format; the file is in another language'
    assert.equal(refusal(wrong), `${none}; ${others}; --max-new 100% --change-source allow it`)
    assert.equal(refusal(wrong, { maxNew: 100 }), `${others}; --change-source allows it`)
    assert.equal(refusal(wrong, { mayChangeSource: true }), `${none}; --max-new 100% allows it`)
    assert.equal(refusal(wrong, { maxNew: 100, mayChangeSource: true }), undefined)
  })
})

describe('the source of a file differs', () => {
  const last = { at: '', format: 'google', products: 1, rows: 1, formats: ['woocommerce', 'google'], languages: ['en'] }
  const store = { ...storeNamed('a'), language: 'sr-Latn', lastImport: last }

  test('if no earlier import had its format', () => {
    const differences = (format: string) => differencesFrom(store, format)
    assert.deepEqual(differences('shopify'), ['has the format shopify, and earlier imports had woocommerce, google'])
    assert.deepEqual([...differences('woocommerce'), ...differences('google'), ...differences('native')], [])
    assert.deepEqual(differencesFrom(storeNamed('b'), 'shopify'), [])
  })
})
