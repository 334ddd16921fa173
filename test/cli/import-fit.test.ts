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
  maxRemoved: undefined,
  maxNew: 95,
  maxLost: 25,
  mayServeNothing: false,
  mayChangeSource: false,
}

const NOTHING_LOST = { pictures: 0, categories: 0, description: 0, stock: 0, price: 0 }

/** What is wrong with an import of 20 known products into a store of 400, but for these differences. */
function refusal(effect: Partial<ImportEffect>, limits: Partial<ImportLimits> = {}): string | undefined {
  const fitting = { rows: 20, leftOut: 0, unit: 'row', accepted: 20, created: 0, removed: 0, stored: 400 } as const
  const complete = { ...fitting, lost: NOTHING_LOST, replace: false, differences: [], ...effect }
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

  test('that replaces the store may have new products, and remove a quarter of the old ones', () => {
    assert.equal(refusal({ created: 20, replace: true, removed: 100 }), undefined)
    const removed = '101 of 400 products of the store would be removed, more than 25%; --max-removed 26% allows it'
    assert.equal(refusal({ created: 20, replace: true, removed: 101 }), removed)
    assert.equal(refusal({ replace: true, removed: 101 }, { maxRemoved: 26 }), undefined)
    assert.match(refusal({ replace: true, removed: 5 }, { maxRemoved: 1 })!, /more than 1%/)
    assert.equal(refusal({ replace: true, removed: 4, stored: 8 }), undefined)
    assert.match(refusal({ replace: true, removed: 5, stored: 8 })!, /more than 50%/)
  })

  test('may take something from a quarter of the products that it has of the store', () => {
    assert.equal(refusal({ lost: { ...NOTHING_LOST, pictures: 5 } }), undefined)
    const lost = { pictures: 6, categories: 5, description: 20, stock: 20, price: 20 }
    const losses = [
      '6 of 20 products would lose their pictures',
      '20 of 20 products would lose their descriptions',
      '20 of 20 products would have no known stock any more',
      '20 of 20 products would have a price over five times as high or under a fifth',
    ]
    assert.equal(refusal({ lost }), `${losses.join('; ')}, more than 25%; --max-lost 100% allows it`)
    const some = { ...NOTHING_LOST, categories: 6 }
    assert.equal(
      refusal({ lost: some }),
      '6 of 20 products would lose their categories, more than 25%; --max-lost 30% allows it',
    )
    assert.equal(refusal({ lost: some }, { maxLost: 30 }), undefined)
    // New products have nothing to lose, and fewer than 10 others do not tell.
    assert.equal(refusal({ lost: some, created: 11 }), undefined)
    assert.match(refusal({ lost: some, created: 10 })!, /6 of 10 products would lose their categories/)
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
    const differences = (format: string) => differencesFrom(store, { format, language: undefined })
    assert.deepEqual(differences('shopify'), ['has the format shopify, and earlier imports had woocommerce, google'])
    assert.deepEqual([...differences('woocommerce'), ...differences('google'), ...differences('native')], [])
    assert.deepEqual(differencesFrom(storeNamed('b'), { format: 'shopify', language: 'en' }), [])
  })

  test('if its texts are in another language than the store and all earlier files', () => {
    const differences = (language: string | undefined, own = 'sr-Latn') =>
      differencesFrom({ ...store, language: own }, { format: 'google', language })
    assert.deepEqual(differences('de'), ['is in the language de, and the store is in sr-Latn'])
    assert.deepEqual(
      [...differences('sr'), ...differences('sr', 'hr'), ...differences('en'), ...differences(undefined)],
      [],
    )
    // Texts in these are taken for others, or the operator wants no language.
    for (const own of ['ca', 'da', 'nb', 'sk', 'und']) assert.deepEqual(differences('es', own), [], own)
  })
})
