import { SEARCH_FIELDS, type SearchFieldName } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import fc from 'fast-check'
import { editionsOf, withMembers } from '../serve/editions.ts'
import type { SearchSettings, Synonym } from './naive.ts'
import { SEARCH_IN } from './random-request.ts'

const SYNONYMS: readonly Synonym[] = [
  { from: ['skirt'], to: [['shirt'], ['redcurrant'], ['red', 'knives']] },
  { from: ['tea', 'pot'], to: [['knife']] },
  {
    from: ['zebra'],
    to: [
      ['dark', 'red'],
      ['blue', 'shirts'],
    ],
  },
  { from: ['for', 'the', 'knife'], to: [['jacke']] },
]

export const randomSettings: fc.Arbitrary<SearchSettings> = fc.constantFrom<SearchSettings[]>(
  { language: 'en' },
  { language: 'de' },
  {},
  { searchIn: ['name', 'label', 'option', 'sku'] },
  { language: 'en', order: 'popularity' },
  { language: 'en', outOfStock: 'last' },
  { language: 'en', synonyms: SYNONYMS },
  {
    language: 'en',
    stopWords: ['red', 'zebra'],
    exactWords: ['shirt', 'knife', 'tshirt', 'teapot', 'redcurrant', 'for'],
  },
  { language: 'de', exactWords: ['jacken', 'lederjacken', '500ml', 'рубашка', 'red', 'skirt'], synonyms: SYNONYMS },
)

/** The fields that a request searches. Undefined: those of the store. */
export const randomSearchIn: fc.Arbitrary<readonly SearchFieldName[] | undefined> = fc.option(
  fc
    .constantFrom(...SEARCH_IN)
    .map((fields) => (fields === 'all' ? SEARCH_FIELDS : (fields.split(',') as SearchFieldName[]))),
  { nil: undefined, freq: 3 },
)

/** The edition of a store with these settings, and an empty cache. */
export async function withSettings(
  stored: Edition,
  settings: SearchSettings,
  members: Partial<Edition> = {},
): Promise<IndexedEdition> {
  const entries = (settings.synonyms ?? []).map(({ from, to }) => ({
    from: from.join(' '),
    to: to.map((phrase) => phrase.join(' ')),
  }))
  const own = { store: { ...stored.store, ...settings }, synonymEntries: async () => entries, ...members }
  return await new IndexCache(editionsOf(withMembers(stored, own)), 10_000_000).current(stored.store.id)
}
