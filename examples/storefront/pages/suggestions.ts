import { productAddress, searchAddress } from '../address.ts'
import { type Content, type Html, html } from '../html.ts'
import type { Visit } from '../page.ts'
import type { Suggestions } from '../vitrine.ts'

const ENTRIES_OF_A_PART = 4
const MAX_ENTRIES = 10

type Highlights = Suggestions['queries'][number]['highlights']

interface Entry {
  readonly address: string
  readonly name: Content
  readonly note: Content
}

const KIND_NAMES = { category: 'Category', collection: 'Collection', tag: 'Label' }

/** The entries of the list below the search box: searches, categories and products for the text typed so far. */
export async function suggestionList({ client, url, signal }: Visit): Promise<Html> {
  const search = url.searchParams.get('search')?.trim().slice(0, 200) ?? ''
  if (search === '') return html``
  const { queries, labels, options, products } = await client.products.suggest(
    { search, searchIn: 'all', limit: ENTRIES_OF_A_PART },
    { signal },
  )
  const entries: Entry[] = [
    ...queries.map(({ text, count, highlights }) => ({
      address: searchAddress({ search: text }),
      name: marked(text, highlights),
      note: count,
    })),
    ...labels.slice(0, 1).map(({ name, code, kind = 'category', highlights }) => ({
      address: searchAddress({ within: code }),
      name: marked(name, highlights),
      note: KIND_NAMES[kind],
    })),
    ...options.slice(0, 1).map(({ name, code, group, highlights }) => ({
      address: searchAddress({ option: `${group.code}:${code}` }),
      name: marked(name, highlights),
      note: group.name,
    })),
    ...products.map(({ name, slug, highlights }) => ({
      address: productAddress(slug),
      name: marked(name, highlights),
      note: 'Product',
    })),
  ]
  return html`${entries
    .slice(0, MAX_ENTRIES)
    .map(
      ({ address, name, note }, index) =>
        html`<a role="option" id="suggestion-${index}" href="${address}" tabindex="-1"><span>${name}</span> <small>${note}</small></a>\n`,
    )}`
}

/** A text with the parts that match what was typed. */
function marked(text: string, highlights: Highlights): Content {
  const starts = [0, ...highlights.map(([, end]) => end!)]
  return starts.map((start, index) => {
    const [from = text.length, to = text.length] = highlights[index] ?? []
    return [text.slice(start, from), from < to && html`<mark>${text.slice(from, to)}</mark>`]
  })
}
