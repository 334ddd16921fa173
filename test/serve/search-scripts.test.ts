import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCH_FIELDS } from '@vitrine/catalog/store'
import { tokenize } from '@vitrine/catalog/words'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { findProducts } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { hangulBeginnings } from '@vitrine/engine/serve/search/hangul-beginnings'
import { partsOf, takeApart } from '@vitrine/engine/serve/search/take-apart'
import { findSuggestions } from '@vitrine/engine/serve/suggestions'
import { MEMORY } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'
import { readDocument } from '../server/documented.ts'

const ROW = /^\| `(?<language>[a-z]{2})` \| `(?<search>[^`]+)` \| (?<finds>[^|]+) \|$/gm
const EXAMPLES = [...readDocument('search.md').matchAll(ROW)].map(
  ({ groups }) => groups as { readonly language: string; readonly search: string; readonly finds: string },
)

/** Names that no example finds. */
const OTHERS = ['Kabát', 'Nóż', 'غلاية', 'ספר בישול', '우산', 'レインコート', '雨伞', 'Ομπρέλα', 'Футболка', 'Lamp']

test('the page has examples of nine languages', () =>
  assert.equal(new Set(EXAMPLES.map(({ language }) => language)).size, 9))

for (const [language, examples] of Map.groupBy(EXAMPLES, (example) => example.language))
  test(`a store in ${language} finds what docs/search.md says`, async () => {
    const store = { ...storeNamed('a'), language }
    await using opened = await MEMORY.open()
    await opened.catalogs.addStore(store)
    const names = [...new Set([...examples.map(({ finds }) => finds), ...OTHERS])]
    const products = names.map((name, at) => ({ name, variants: [{ sku: `s${at}`, price: 1 }] }))
    assert.deepEqual((await load(opened.catalogs, store.id, products)).problems, [])
    const edition = await new IndexCache(opened.editions, 10_000_000).current(store.id)
    for (const { search, finds } of examples) {
      const { documents } = await findProducts(edition, { ...NO_CONDITIONS, search, offset: 0, limit: 10 })
      const found: { readonly name: string }[] = JSON.parse(`[${Buffer.from(documents)}]`)
      assert.deepEqual(
        found.map(({ name }) => name),
        [finds],
        search,
      )
    }
  })

test('what is typed of a Korean word begins it at every key', () => {
  const word = '시나몬'
  const begins = (beginning: string) => word.startsWith(beginning)
  for (const typed of ['ㅅ', '시', '신', '시나', '시남', '시나모', '시나몬']) {
    const [folded] = tokenize(typed)
    assert.ok(begins(folded!) || hangulBeginnings(folded!, begins).length > 0, typed)
  }
  for (const typed of ['나', 'ㄴ', '실', '시다', 'shi', ''])
    assert.deepEqual(hangulBeginnings(typed, begins), [], typed)
})

test('words of other scripts, and known ones, are not taken apart', () => {
  const isKnown = (word: string) => ['tea', 'pot', '鞋子', '케이스', 'コーヒー'].includes(word)
  const apart = (text: string) => {
    const words = takeApart(text, tokenize(text), isKnown)
    return words && partsOf(words)
  }
  assert.deepEqual(['teapot', '鞋子', '우산', ''].map(apart), [undefined, undefined, undefined, undefined])
  assert.deepEqual(apart('tea 폰케이스'), ['tea', '폰', '케이스'])
  assert.deepEqual(apart('こーひー'), ['コーヒー'])
  assert.deepEqual(takeApart('鞋厂', ['鞋厂'], isKnown), [{ word: '鞋厂', parts: ['鞋', '厂'] }])
})

test('a search whose words were taken apart names the words that were typed', async () => {
  const store = storeNamed('a')
  await using opened = await MEMORY.open()
  await opened.catalogs.addStore(store)
  const names = ['ランドセル', '휴대폰 케이스', '运动鞋', '手袋 東京', 'Samovar']
  const products = names.map((name, at) => ({ name, variants: [{ sku: `s${at}`, price: 1 }] }))
  assert.deepEqual((await load(opened.catalogs, store.id, products)).problems, [])
  const edition = await new IndexCache(opened.editions, 10_000_000).current(store.id)
  const noteOf = async (search: string) => {
    const searchIn = SEARCH_FIELDS
    const { total, search: note } = await findProducts(edition, {
      ...NO_CONDITIONS,
      search,
      searchIn,
      offset: 0,
      limit: 10,
    })
    return { total, ...note }
  }
  const corrected = (word: string, as: string, kind: 'split' | 'script' = 'split') => ({ word, as: [as], kind })
  const NOTES = {
    らんどせる: { total: 1, corrected: [corrected('らんどせる', 'ランドセル', 'script')] },
    らんどセル: { total: 1, corrected: [corrected('らんどセル', 'ランドセル', 'script')] },
    폰케이스: { total: 1, corrected: [corrected('폰케이스', '폰 케이스')] },
    鞋子: { total: 1, corrected: [corrected('鞋子', '鞋')] },
    'samovar 工厂': { total: 1, dropped: ['工厂'] },
  }
  for (const [search, note] of Object.entries(NOTES)) assert.deepEqual(await noteOf(search), note, search)

  const correctionOf = async (search: string) =>
    (await findSuggestions(edition, { search, searchIn: SEARCH_FIELDS, limit: 5 })).correction
  assert.deepEqual(await correctionOf('폰케이스'), { text: '폰 케이스', count: 1 })
  assert.equal(await correctionOf('らんどせる'), undefined)
})
