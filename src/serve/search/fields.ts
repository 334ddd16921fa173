import type { SearchFieldName } from '../../catalog/store.ts'
import type { PrefixMatch } from '../../edition/edition.ts'
import type { Kind } from '../../edition/term.ts'
import { type Field, wordTerm } from '../../edition/word-term.ts'
import type { FuzzyDictionary } from '../../index/fuzzy-search.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersect, unionAll } from '../../index/set-algebra.ts'
import type { TermDictionary } from '../../index/term-dictionary.ts'
import { mapInTurns } from '../../runtime/event-loop.ts'
import { joinProducts } from '../filter.ts'
import type { IndexedEdition } from '../indexed-edition.ts'

/** The fields of a search that asks for none. */
export const DEFAULT_FIELDS: Readonly<Record<Kind, readonly SearchFieldName[]>> = {
  product: ['name', 'description'],
  variant: ['name', 'sku'],
}

/** The words of one field of all products, or of all variants. */
export interface SearchField {
  readonly name: SearchFieldName
  dictionary(): Promise<TermDictionary>
  fuzzyDictionary(): Promise<FuzzyDictionary>
  /** Those with any of the words. */
  matches(words: readonly string[]): Promise<PostingList>
  /** Those with the word, and those with a word that begins with it. */
  prefixMatch(word: string): Promise<PrefixMatch>
}

/** The fields of products or variants. The text of a variant is its sku. */
export function searchFields(edition: IndexedEdition, kind: Kind): SearchField[] {
  const facets = (['label', 'option'] as const).map((name) => facetField(edition, kind, name))
  if (kind === 'variant')
    return [storedField(edition, kind, 'name', 'name'), ...facets, storedField(edition, kind, 'sku', 'text')]
  return [storedField(edition, kind, 'name', 'name'), ...facets, storedField(edition, kind, 'description', 'text')]
}

function storedField(edition: IndexedEdition, kind: Kind, name: SearchFieldName, field: Field): SearchField {
  return {
    name,
    dictionary: () => edition.termDictionary(kind, field),
    fuzzyDictionary: () => edition.fuzzyDictionary(kind, field),
    matches: async (words) => {
      const lists = (some: readonly string[]) =>
        edition.postings(
          kind,
          some.map((word) => wordTerm(field, word)),
        )
      return unionAll((await mapInTurns(partsOf(words), lists)).flat())
    },
    prefixMatch: (word) => edition.stored.prefixMatch(kind, field, word),
  }
}

/** Words whose lists are read together. Letters inside words may be in thousands of words, some 40 µs each. */
const PART = 64

function* partsOf(words: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < words.length; from += PART) yield words.slice(from, from + PART)
}

/** The products with a variant whose sku has all of the words; the last may be the beginning of one. */
export async function productsBySku(edition: IndexedEdition, words: readonly string[]): Promise<PostingList> {
  const lists = await Promise.all(words.map((word) => edition.stored.prefixMatch('variant', 'text', word)))
  const [last, ...others] = lists.reverse()
  return await joinProducts(edition, intersect(last!.all, ...others.map(({ exact }) => exact)))
}

/** The products with a variant whose options have a word of each of the lists. */
export async function productsWithOptions(
  edition: IndexedEdition,
  words: readonly (readonly string[])[],
): Promise<PostingList> {
  const field = facetField(edition, 'variant', 'option')
  const [[first, ...others]] = await Promise.all([
    Promise.all(words.map((some) => field.matches(some))),
    edition.productOfVariant(),
  ])
  return await joinProducts(edition, intersect(first!, ...others))
}

/** The words in the names of labels or options. Their posting lists are those of the values. */
function facetField(edition: IndexedEdition, kind: Kind, name: 'label' | 'option'): SearchField {
  const words = () => edition.facetWords(name)
  const matches = async (searched: readonly string[]) => {
    const { termsOf } = await words()
    return unionAll(await edition.postings(kind, [...new Set(searched.flatMap((word) => termsOf.get(word) ?? []))]))
  }
  return {
    name,
    dictionary: async () => (await words()).dictionary,
    fuzzyDictionary: async () => (await words()).fuzzyDictionary,
    matches,
    prefixMatch: async (word) => {
      // First, because it reads the lists of the word itself too.
      const all = await matches((await words()).dictionary.beginningWith(word))
      return { exact: await matches([word]), all }
    },
  }
}
