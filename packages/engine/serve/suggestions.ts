import type { SearchFieldName } from '@vitrine/catalog/store'
import { isSearchable, tokenize } from '@vitrine/catalog/words'
import { POPULAR_FIRST, type Sort } from '../edition/term.ts'
import type { PrefixIndex } from '../index/prefix-index.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { findProductPositions } from './products.ts'
import { type Correction, NO_CONDITIONS, type SearchNote, type SuggestedValue, type Suggestions } from './query.ts'
import { ruleFor, withRule } from './rules.ts'
import { search } from './search/search.ts'
import { completionFields } from './suggestions/completion-words.ts'
import { completeWords } from './suggestions/completions.ts'
import { documentName } from './suggestions/document-name.ts'
import { highlightsOf, typedWords } from './suggestions/highlights.ts'
import { type SuggestibleValue, suggestionIndex } from './suggestions/suggestion-index.ts'

/** What a shopper has typed so far. */
interface SuggestionRequest {
  /** Undefined: nothing. */
  readonly search: string | undefined
  /** The fields in which a search for the suggestions looks. Undefined: those of the store. */
  readonly searchIn: readonly SearchFieldName[] | undefined
  /** The form of `products`. Undefined: `summary`. */
  readonly form?: 'card' | undefined
  /** The most entries of each part. */
  readonly limit: number
}

/**
 * Suggestions for a search box. Their cost is bounded. Words, labels and options come from indexes in memory. The
 * counts of several words come from the words of the products that have the first ones. The products are the first page
 * of a search.
 */
export async function findSuggestions(edition: IndexedEdition, request: SuggestionRequest): Promise<Suggestions> {
  const tokens = tokenize(request.search ?? '')
  const fields = completionFields(edition, request.searchIn)
  edition.suggestedFields.set(fields.join(), fields)
  const [products, suggested] = await Promise.all([firstProducts(edition, request), suggest(edition, request, tokens)])
  const text = correctedWords(tokens, products.note)?.join(' ')
  if (text === undefined || !isSearchable(text))
    return { ...suggested, products: await highlighted(edition, products.documents, tokens) }
  const typed = tokenize(text)
  const [corrected, { matches }, rule] = await Promise.all([
    suggest(edition, request, typed),
    search(edition, 'product', { text, fields: request.searchIn }, false),
    ruleFor(edition, { ...NO_CONDITIONS, search: text }),
  ])
  return {
    ...corrected,
    products: await highlighted(edition, products.documents, typed),
    correction: { text, count: withRule(matches.all, rule).size },
  }
}

async function firstProducts(edition: IndexedEdition, { search, searchIn, form, limit }: SuggestionRequest) {
  const sort: Sort | undefined = search === undefined ? POPULAR_FIRST : undefined
  // The last words may be incomplete, so they are no price yet.
  const typed = search === undefined ? undefined : { text: search }
  const query = { ...NO_CONDITIONS, search, typed, searchIn, sort, offset: 0, limit }
  const { positions, search: note } = await findProductPositions(edition, query)
  return { documents: await edition.stored.listedDocuments(form ?? 'summary', [...positions]), note }
}

/**
 * The words of the search with the best correction of each; undefined if none was corrected. A part of a longer word
 * counts as correct.
 */
function correctedWords(tokens: readonly string[], note: SearchNote | undefined): string[] | undefined {
  const isReplaced = ({ word, as: [best] }: Correction) => tokens.includes(word) && best && !best.includes(word)
  const corrected = note?.corrected?.filter(isReplaced) ?? []
  if (corrected.length === 0) return undefined
  const corrections = new Map(corrected.map(({ word, as }) => [word, as[0]]))
  return tokens.map((token) => corrections.get(token) ?? token)
}

/** The completions, labels and options of the words. */
async function suggest(
  edition: IndexedEdition,
  { search, searchIn, limit }: SuggestionRequest,
  tokens: readonly string[],
) {
  const [{ labels, options }, language, completions] = await Promise.all([
    suggestionIndex(edition),
    edition.language(),
    completeWords(edition, completionFields(edition, searchIn), tokens, limit),
  ])
  const typed = typedWords(tokens, language)
  // Without a search, the most frequent values. A search without words, such as `--`, has none.
  const valuesIn = (index: PrefixIndex<SuggestibleValue>) =>
    tokens.length > 0 || search === undefined ? matchingValues(index, tokens, limit) : []
  const suggested = ({ value: { words, ...value }, weight }: ReturnType<typeof valuesIn>[number]): SuggestedValue => ({
    ...value,
    count: weight,
    highlights: highlightsOf(value.name, typed),
  })
  return {
    queries: completions.map(({ text, count }) => ({ text, count, highlights: highlightsOf(text, typed) })),
    labels: valuesIn(labels).map(suggested),
    options: valuesIn(options).map(suggested),
  }
}

/** The values with the most products whose names have a word that begins with each of the typed words. */
function matchingValues(index: PrefixIndex<SuggestibleValue>, tokens: readonly string[], limit: number) {
  const earlier = tokens.slice(0, -1)
  const hasEarlier = ({ words }: SuggestibleValue) =>
    earlier.every((token) => words.some((word) => word.startsWith(token)))
  return index.heaviest(tokens.at(-1) ?? '', limit, ({ value }) => hasEarlier(value))
}

/** The documents with the highlights of their names as their last field. */
async function highlighted(
  edition: IndexedEdition,
  documents: readonly string[],
  tokens: readonly string[],
): Promise<string[]> {
  const typed = typedWords(tokens, await edition.language())
  return documents.map((document) => {
    const highlights = highlightsOf(documentName(document), typed)
    return `${document.slice(0, -1)},"highlights":${JSON.stringify(highlights)}}`
  })
}
