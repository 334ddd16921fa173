import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SEARCH_FIELDS, type SearchFieldName } from '@vitrine/catalog/store'
import { tokenize } from '@vitrine/catalog/words'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findProductPositions } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { findSuggestions } from '@vitrine/engine/serve/suggestions'
import fc from 'fast-check'
import { MEMORY } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'
import { histories } from './random-catalog.ts'
import { searches } from './random-request.ts'
import { randomRules } from './random-rules.ts'
import { randomSearchIn, randomSettings, withSettings } from './random-settings.ts'

const STORE = storeNamed('model')

/** Suggests for each text, and compares each count with the total of the list that the suggestion leads to. */
async function promisesKept(
  edition: IndexedEdition,
  texts: Iterable<string>,
  searchIn: readonly SearchFieldName[] | undefined,
): Promise<number> {
  const promised = new Map<string, number>()
  for (const search of texts)
    for (const { text, count } of (await findSuggestions(edition, { search, searchIn, limit: 10 })).queries) {
      assert.ok(count > 0, `${text} promises nothing`)
      promised.set(text, count)
    }
  for (const [search, count] of promised) {
    const list = await findProductPositions(edition, { ...NO_CONDITIONS, search, searchIn, offset: 0, limit: 1 })
    assert.ok(count <= list.total, `${JSON.stringify({ search, searchIn })} promises ${count} and has ${list.total}`)
  }
  return promised.size
}

test('the count of a suggested query is never above the total of its list', async () => {
  const typed = fc.array(fc.tuple(searches, fc.nat(4), randomSearchIn), { minLength: 60, maxLength: 120, size: 'max' })
  let kept = 0
  await fc.assert(
    fc.asyncProperty(
      histories(STORE, 1),
      randomSettings,
      randomRules,
      typed,
      async ([first], settings, rules, typed) => {
        await using opened = await MEMORY.open()
        await opened.catalogs.addStore(STORE)
        const { lines, replace, now } = first!
        const products = lines.map(({ line }) => line)
        await load(opened.catalogs, STORE.id, products, { replace, now })
        const edition = await withSettings(await opened.catalogs.current(STORE.id), settings, {
          rules: async () => rules,
        })
        for (const [search, cut, searchIn] of typed)
          kept += await promisesKept(edition, [search, search.slice(0, -cut || undefined)], searchIn)
      },
    ),
    { numRuns: cases({ quick: 5, complete: 60 }), interruptAfterTimeLimit: 60_000 },
  )
  assert.ok(kept > 0)
})

test('nor in the demo store, for what begins each word of it, and what may follow a word', {
  skip: COMPLETE_ONLY,
}, async () => {
  const lines = readFileSync(new URL('../../demo/catalog.ndjson', import.meta.url), 'utf8')
  const catalog = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  await using opened = await MEMORY.open()
  await opened.catalogs.addStore(STORE)
  await load(opened.catalogs, STORE.id, catalog)
  const edition = await withSettings(await opened.catalogs.current(STORE.id), { language: 'en' })
  const { isStopWord, stem } = await edition.language()
  const [texts, pairs] = [new Set<string>(), new Set<string>()]
  for (const { name, labelValues = [], optionGroups = [] } of catalog) {
    const values = [
      ...labelValues,
      ...optionGroups.flatMap(({ options }: { options: readonly { name: string }[] }) => options),
    ]
    const named = [name, ...values.map(({ name }) => name)].flatMap(tokenize)
    for (const word of named) for (let length = 1; length <= 4; length++) texts.add(word.slice(0, length))
    for (const [index, word] of named.entries())
      texts.add(`${named[(7 * index) % named.length]} ${word.slice(0, 1 + (index % 3))}`)
    const [first, second] = tokenize(name).filter((word) => !isStopWord(word) && word.length > 2)
    if (second !== undefined && stem(first!) !== stem(second)) pairs.add(`${first} ${second[0]}`)
  }
  for (const searchIn of [undefined, SEARCH_FIELDS]) {
    assert.ok((await promisesKept(edition, [...texts, ...pairs], searchIn)) > 500)
    for (const search of pairs) {
      const { queries } = await findSuggestions(edition, { search, searchIn, limit: 10 })
      assert.ok(queries.length > 0, `nothing is suggested for ${search}`)
    }
  }
})
