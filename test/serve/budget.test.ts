// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Kind } from '@vitrine/engine/edition/term'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { LIST_COST, MAX_SIMILAR_WORDS, SEARCH_BUDGET, WORD_FORMS_COST } from '@vitrine/engine/serve/search/budget'
import { search } from '@vitrine/engine/serve/search/search'
import { Random } from '../../bench/catalog/random.ts'
import { drawWord, SCRIPT_NAMES } from '../../campaigns/costs/scripts.ts'
import { load, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { temporaryFolder } from '../temporary.ts'
import { editionsOf, withMembers } from './editions.ts'

const A = { ...storeNamed('a'), language: 'en' }
const SKUS = Array.from({ length: 30 }, (_, number) => `ART${1000 + number}`)
const WORDS_OF_SCRIPT = 6000

/** A store in which each product has an option and a label of its own, whose names are alike. */
const MANY = { ...storeNamed('many'), language: 'en' }
const SHADES = 100

function shade(number: number) {
  const productOptions = { color: `Shade ${number} matt` }
  return {
    name: 'Paint',
    labelValues: [`Range ${number} indoor`],
    variants: [{ sku: `P${number}`, price: 1, productOptions }],
  }
}

/** The last piece of work may cost more than is left: a scan of a dictionary, and the lists of what it finds. */
const LARGEST_PIECE = WORDS_OF_SCRIPT * SCRIPT_NAMES.length + 2 * MAX_SIMILAR_WORDS * LIST_COST

/** A search is looked up as a sku too: a list for each of its words. */
const SKU_LISTS = 200

/** A dictionary as large as that of 100,000 products: words in every script, and those of the name of the product. */
function largeDictionary(): string {
  const random = new Random('dictionary')
  const words = SCRIPT_NAMES.filter((script) => script !== 'punctuation').flatMap((script) =>
    Array.from({ length: WORDS_OF_SCRIPT }, () => drawWord(random, script, 1, 9)),
  )
  const byInitial = Map.groupBy(new Set(['linen', 'shirt', ...words]), (word) =>
    String.fromCodePoint(word.codePointAt(0)!),
  )
  return [...byInitial.values()].flatMap((same) => same.sort()).join('\n')
}

/** A search of 1 to 200 characters: with spaces or not, of long words or short ones, of one script or of all. */
function drawSearch(random: Random): string {
  const script = random.chance(0.3) ? undefined : random.pick(SCRIPT_NAMES)
  const [length, longest] = random.pick([
    [1, 1],
    [40, 4],
    [200, 1],
    [200, 3],
    [200, 8],
    [200, 200],
  ] as const)
  const spaces = random.pick([0, 0.7, 1])
  let text = ''
  while (text.length < length)
    text += drawWord(random, script ?? random.pick(SCRIPT_NAMES), 1, longest) + (random.chance(spaces) ? ' ' : '')
  return Array.from(text).slice(0, length).join('')
}

describe('the budget of a search', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))
  const dictionary = largeDictionary()
  let lists = 0

  before(async () => {
    await catalogs.addStore(A)
    const report = await load(catalogs, A.id, [
      { name: 'Linen shirt', description: 'For summer', variants: SKUS.map((sku) => ({ sku, price: 1 })) },
    ])
    assert.deepEqual(report.problems, [])
    await catalogs.addStore(MANY)
    await load(
      catalogs,
      MANY.id,
      Array.from({ length: SHADES }, (_, number) => shade(number)),
    )
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  async function reader(words = dictionary, language = 'en'): Promise<IndexedEdition> {
    const edition: Edition = await catalogs.current(A.id)
    const large = withMembers(edition, {
      store: { ...A, language },
      dictionary: async () => words,
      postings: (kind, terms) => {
        lists += terms.length
        return edition.postings(kind, terms)
      },
    })
    return await new IndexCache(editionsOf(large), 500_000_000).current(A.id)
  }

  for (const kind of ['product', 'variant'] satisfies Kind[])
    test(`bounds what random ${kind} searches of every script visit and read`, async () => {
      const edition = await reader()
      const random = new Random(`searches of a ${kind}`)
      let most = 0
      for (let count = 0; count < cases({ quick: 15, complete: 60 }); count++) {
        const text = drawSearch(random)
        lists = 0
        const { cost } = await search(edition, kind, { text })
        most = Math.max(most, cost)
        assert.ok(cost <= SEARCH_BUDGET + LARGEST_PIECE, `${cost}: ${text}`)
        assert.ok(lists <= cost / LIST_COST + SKU_LISTS, `${lists} lists for ${cost}: ${text}`)
      }
      assert.ok(most > SEARCH_BUDGET, 'no search spends the budget')
    })

  test('gives a search that spends it the same answer with and without cached words', async () => {
    const text = `linen shirt 衣服红色鞋 самовар ${Array.from('bcdfghjklmnpqrstvwz', (letter) => `${letter}qx`).join(' ')}`
    const seen: unknown[] = []
    for (const earlier of [[], ['linen', '鞋 红色 衣服', 'kqx самовар'], ['zqx bqx shirt linen']]) {
      const edition = await reader()
      for (const text of earlier) await search(edition, 'product', { text })
      const { cost, note, matches } = await search(edition, 'product', { text })
      seen.push({ cost, note, size: matches.all.size })
    }
    assert.deepEqual(seen, [seen[0], seen[0], seen[0]])
  })

  test('finds compounds for the same, whether their stems are in memory or not', async () => {
    const some = Array.from({ length: 6000 }, (_, number) => String(number).padStart(5, '0'))
    const compounds = [
      ...some.slice(0, 600).map((one) => `${one}lampe`),
      ...some.slice(0, 40).map((one) => `${one}tische`),
    ]
    const words = [...some, ...some.map((one) => `${one}holzkiste`), ...compounds].sort().join('\n')
    const texts = ['lampen', 'tisch', 'holz', 'kiste', 'stuhl']
    const costOf = async (edition: IndexedEdition, text: string) => {
      lists = 0
      const { cost } = await search(edition, 'product', { text })
      return { cost, lists }
    }
    const scanned: { cost: number; lists: number }[] = []
    for (const text of texts) scanned.push(await costOf(await reader(words, 'de'), text))
    const indexed = await reader(words, 'de')
    await search(indexed, 'product', { text: 'regal' })
    for (const field of ['name', 'text'])
      await indexed.cached(`stems product ${field}`, () => Promise.reject(new Error('the stems are not requested')))
    for (const [at, text] of texts.entries()) assert.deepEqual(await costOf(indexed, text), scanned[at], text)
    // The first 500 words of a field that contain `lamp`, and all 40 that end with `tisch`.
    assert.ok(scanned[0]!.lists >= 500 && scanned[1]!.lists >= 40, JSON.stringify(scanned))
  })

  test('takes the words that come after it is spent for words that the store does not have', async () => {
    const edition = await reader()
    const random = new Random('many words')
    const many = Array.from({ length: 150 }, () => drawWord(random, 'han', 1, 1)).join(' ')
    const sizeOf = async (text: string) => (await search(edition, 'product', { text })).matches.all.size
    assert.deepEqual([await sizeOf(`linen shirt ${many}`), await sizeOf(`${many} linen shirt`)], [1, 0])
  })

  test('charges for two neighbours that may be one word', async () => {
    const edition = await reader()
    const costOf = async (text: string) => (await search(edition, 'product', { text })).cost
    assert.equal(await costOf('linen shirt'), (await costOf('linen')) + (await costOf('shirt')) + WORD_FORMS_COST)
  })

  for (const kind of ['product', 'variant'] satisfies Kind[])
    test(`finds each ${kind} with words in the names of many labels and options, for less than a list of each`, async () => {
      const edition = await new IndexCache(catalogs, 500_000_000).current(MANY.id)
      const text = 'shade indoor matt'
      const { cost, matches } = await search(edition, kind, { text, fields: ['label', 'option'] })
      assert.equal(matches.all.size, SHADES)
      assert.ok(cost < SHADES * LIST_COST, `${cost}`)
    })

  test('lets a word be the beginning, a part or a misspelling of so many words of a field', async () => {
    const letters = (number: number) => String(1000 + number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
    const alike = Array.from({ length: 2000 }, (_, number) => `article${letters(number)}x`).sort()
    for (const text of ['article', 'icle', 'articlebbbx']) {
      const edition = await reader(alike.join('\n'))
      lists = 0
      await search(edition, 'product', { text })
      assert.ok(lists > 30 && lists < 4 * MAX_SIMILAR_WORDS, `${lists} lists for ${text}`)
    }
  })

  test('reads the first words that begin with a sku', async () => {
    const edition = await catalogs.current(A.id)
    assert.equal((await edition.prefixMatch('variant', 'text', 'art1', 10)).all.size, 10)
    assert.equal((await edition.prefixMatch('variant', 'text', 'art1')).all.size, SKUS.length)
  })
})
