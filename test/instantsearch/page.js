import { createVitrine } from '@vitrine/client'
import { createSearchClient } from '@vitrine/instantsearch'
import instantsearch from 'instantsearch.js'
import * as widgets from 'instantsearch.js/es/widgets'

const { url, store } = window.shop

/** A shop with every widget that docs/instantsearch.md names. */
const search = instantsearch({
  indexName: 'products',
  searchClient: createSearchClient(createVitrine({ url: `${url}/stores/${store}` }), { facetOrder: 'natural' }),
  routing: true,
  future: { preserveSharedStateOnUnmount: true },
})

function place(name) {
  const container = document.createElement('section')
  container.id = name
  document.body.append(container)
  return container
}

const hit = (item, { html, components }) => html`
  <a href="/products/${item.slug}">${components.Highlight({ hit: item, attribute: 'name' })}</a>
  <p>${components.Snippet({ hit: item, attribute: 'excerpt' })}</p>
  <data>${item.price.min}</data> <i>${item.variant?.sku}</i>`

search.addWidgets([
  widgets.searchBox({ container: place('search') }),
  widgets.stats({ container: place('stats') }),
  widgets.hits({ container: place('hits'), templates: { item: hit } }),
  widgets.refinementList({
    container: place('brand'),
    attribute: 'brands',
    searchable: true,
    limit: 5,
    showMore: true,
  }),
  widgets.refinementList({
    container: place('color'),
    attribute: 'color',
    sortBy: ['isRefined', 'count:desc', 'name:asc'],
  }),
  widgets.refinementList({ container: place('size'), attribute: 'size', limit: 20 }),
  widgets.refinementList({ container: place('label'), attribute: 'label' }),
  widgets.hierarchicalMenu({
    container: place('categories'),
    attributes: ['categories.lvl0', 'categories.lvl1', 'categories.lvl2'],
    limit: 20,
  }),
  widgets.breadcrumb({ container: place('breadcrumb'), attributes: ['categories.lvl0', 'categories.lvl1'] }),
  widgets.rangeInput({ container: place('price'), attribute: 'price' }),
  widgets.rangeSlider({ container: place('blade'), attribute: 'blade' }),
  widgets.numericMenu({
    container: place('length'),
    attribute: 'pages',
    items: [{ label: 'All' }, { label: 'Up to 200', end: 200 }, { label: 'More', start: 201 }],
  }),
  widgets.menu({ container: place('material'), attribute: 'material' }),
  widgets.toggleRefinement({ container: place('stock'), attribute: 'inStock' }),
  widgets.toggleRefinement({ container: place('dishwasher'), attribute: 'dishwasher-safe' }),
  widgets.sortBy({
    container: place('sort'),
    items: [
      { label: 'Featured', value: 'products' },
      { label: 'Price', value: 'products:price:ASC' },
    ],
  }),
  widgets.hitsPerPage({
    container: place('limit'),
    items: [
      { label: '12', value: 12, default: true },
      { label: '24', value: 24 },
    ],
  }),
  widgets.pagination({ container: place('pages') }),
  widgets.currentRefinements({ container: place('current') }),
  widgets.clearRefinements({ container: place('clear') }),
])
search.on('error', ({ error }) => console.error(`search: ${error.message}`))
search.start()
