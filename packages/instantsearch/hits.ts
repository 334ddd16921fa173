import type { FullProduct, MatchedVariant, ProductCard, ProductPage } from '@vitrine/client'
import { type Highlight, highlight, prefixesIn } from './highlight.ts'
import type { SearchParameters } from './search-parameters.ts'

/** A product, as a template of hits gets it. */
export type ProductHit = (ProductCard | FullProduct) & {
  readonly objectID: string
  /** The variant to show: the first that has what the shopper chose. Absent if none has. */
  readonly variant?: MatchedVariant | undefined
  readonly _highlightResult: Record<string, Highlight>
  readonly _snippetResult: Record<string, Highlight>
}

/** The texts of a product that are highlighted. */
const HIGHLIGHTED = ['name', 'brand', 'excerpt']

/** Highlights what `explain` of the service says: other forms of the words and corrected words too. */
export function hitsOf({ data, meta }: ProductPage, params: SearchParameters): ProductHit[] {
  return data.map((product, index) => {
    const found = meta.explain?.[index]?.words ?? []
    const texts = Object.entries(product).filter(([name, text]) => HIGHLIGHTED.includes(name) && text !== undefined)
    const highlights = Object.fromEntries(texts.map(([name, text]) => [name, highlight(String(text), found, params)]))
    return {
      ...(product as ProductCard | FullProduct),
      objectID: product.id,
      variant: meta.matches?.[index] ?? undefined,
      _highlightResult: highlights,
      _snippetResult: highlights,
    }
  })
}

/** A value of a facet, found by the beginnings of its words. */
export interface FacetHit {
  value: string
  highlighted: string
  count: number
}

export function facetHitsOf(values: Readonly<Record<string, number>>, params: SearchParameters): FacetHit[] {
  const { facetQuery = '', maxFacetHits = 10 } = params
  const words = prefixesIn(facetQuery)
  const hits = Object.entries(values).flatMap(([name, count]) => {
    const { value: highlighted, matchedWords } = highlight(name, words, params)
    return matchedWords.length === words.length ? [{ value: name, highlighted, count }] : []
  })
  return hits.slice(0, maxFacetHits)
}
