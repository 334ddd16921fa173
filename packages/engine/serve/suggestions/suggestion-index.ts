import type { LabelKind } from '@vitrine/catalog/label-kind'
import type { Uuid } from '@vitrine/catalog/uuid'
import { fold, isUnspaced, tokenize } from '@vitrine/catalog/words'
import { yieldByTime } from '@vitrine/runtime/event-loop'
import { PrefixIndex, type WeightedWord } from '../../index/prefix-index.ts'
import { facetSchema, listOfLabel, type NamedValue, productsOfLabel } from '../facets/facet-values.ts'
import type { IndexedEdition } from '../indexed-edition.ts'

/** The labels and options of an edition by the words of their names. The weight of a word is its number of products. */
export interface SuggestionIndex {
  readonly labels: PrefixIndex<SuggestibleValue>
  readonly options: PrefixIndex<SuggestibleValue>
  /** Approximate memory, in bytes. */
  readonly bytes: number
}

/** A label, or an option with its group. */
export interface SuggestibleValue {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly group?: { readonly id: Uuid; readonly name: string; readonly code: string }
  readonly kind?: LabelKind
  /** Of a label, as in `CountedLabel`. */
  readonly parameter?: 'within'
  /** The folded words of the name. */
  readonly words: readonly string[]
}

/** Approximate memory of a word with its weight and value, in bytes. */
const WORD_BYTES = 250

/** The index of an edition. It is built for the first request that needs it. */
export function suggestionIndex(edition: IndexedEdition): Promise<SuggestionIndex> {
  return edition.cached('suggestion index', () => buildSuggestionIndex(edition))
}

/** Lets other work run between its steps. */
async function buildSuggestionIndex(edition: IndexedEdition): Promise<SuggestionIndex> {
  const schema = await facetSchema(edition)
  const labels: WeightedWord<SuggestibleValue>[] = []
  const options: WeightedWord<SuggestibleValue>[] = []
  for (const label of schema.labels) {
    if (!label.texts?.hidden)
      labels.push(...weighted({ ...suggestible(label), ...listOfLabel(label) }, productsOfLabel(schema, label)))
    await yieldByTime()
  }
  for (const { id, name, code, options: ofGroup } of schema.groups)
    for (const option of ofGroup) {
      const { productCount } = schema.values[option.ordinal]!
      options.push(...weighted(suggestible(option, { id, name, code }), productCount))
      await yieldByTime()
    }
  const bytes = WORD_BYTES * (labels.length + options.length)
  return { labels: new PrefixIndex(labels), options: new PrefixIndex(options), bytes }
}

function suggestible({ id, name, code }: NamedValue, group?: SuggestibleValue['group']): SuggestibleValue {
  return { id, name, code, ...(group ? { group } : {}), words: [...new Set(searchableWords(name))] }
}

/** The words of a name. In scripts without spaces, words begin at every character. */
function searchableWords(name: string): string[] {
  const words = tokenize(name)
  if (!isUnspaced(name)) return words
  const runs = fold(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...words, ...runs.filter(isUnspaced).flatMap(suffixes)]
}

function suffixes(run: string): string[] {
  const characters = Array.from(run)
  return characters.map((_, at) => characters.slice(at).join(''))
}

function weighted(value: SuggestibleValue, weight: number): WeightedWord<SuggestibleValue>[] {
  return value.words.map((word) => ({ word, weight, value }))
}
