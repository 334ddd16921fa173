import { productAddress, searchAddress } from '../address.ts'
import { type Content, type Html, html } from '../html.ts'
import type { Visit } from '../page.ts'
import { lowestPrice, pictureOf } from '../product-card.ts'
import type { Suggestions } from '../vitrine.ts'

/** The most entries of a group: of searches also an option, and of categories only two. */
const ENTRIES = 4

type Highlights = Suggestions['queries'][number]['highlights']

interface Entry {
  readonly address: string
  readonly picture?: Content
  readonly name: Content
  readonly note: Content
}

const KIND_NAMES = { category: 'Category', collection: 'Collection', tag: 'Label' } as const

/** The groups of the list below the search box: searches, categories and products for the text typed so far. */
export async function suggestionList(visit: Visit): Promise<Html> {
  const { client, url, signal } = visit
  const { say } = visit.shop
  const search = url.searchParams.get('search')?.trim().slice(0, 200) ?? ''
  if (search === '') return html``
  const { queries, labels, options, products } = await client.products.suggest(
    { search, searchIn: 'all', limit: ENTRIES, form: 'card' },
    { signal },
  )
  const [option] = options.map(({ name, code, group, highlights }) => ({
    address: searchAddress({ option: `${group.code}:${code}` }),
    name: marked(name, highlights),
    note: group.name,
  }))
  const searches: Entry[] = queries.map(({ text, count, highlights }) => ({
    address: searchAddress({ search: text }),
    name: marked(text, highlights),
    note: count,
  }))
  const categories = labels.slice(0, 2).map(({ name, code, kind = 'category', highlights }) => ({
    address: searchAddress({ within: code }),
    name: marked(name, highlights),
    note: say(KIND_NAMES[kind]),
  }))
  const found = products.map((product) => ({
    address: productAddress(product.slug),
    // The name says enough.
    picture: pictureOf(visit, product.picture),
    name: marked(product.name, product.highlights),
    note: lowestPrice(visit, product),
  }))
  return html`${[
    group('searches', say('Searches'), option ? [...searches.slice(0, ENTRIES - 1), option] : searches),
    group('categories', say('Categories'), categories),
    group('products', say('Products'), found),
  ]}`
}

function group(id: string, title: string, entries: readonly Entry[]): Html {
  if (entries.length === 0) return html``
  return html`<div role="group" aria-labelledby="suggested-${id}"><h2 role="presentation" id="suggested-${id}">${title}</h2>
${entries.map(
  ({ address, picture, name, note }, index) =>
    html`<a role="option" id="suggested-${id}-${index}" href="${address}" tabindex="-1">${picture}<span>${name}</span> <small>${note}</small></a>\n`,
)}</div>
`
}

/** A text with the parts that match what was typed. */
function marked(text: string, highlights: Highlights): Content {
  const starts = [0, ...highlights.map(([, end]) => end!)]
  return starts.map((start, index) => {
    const [from = text.length, to = text.length] = highlights[index] ?? []
    return [text.slice(start, from), from < to && html`<mark>${text.slice(from, to)}</mark>`]
  })
}
