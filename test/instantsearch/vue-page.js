import { createVitrine } from '@vitrine/client'
import { createSearchClient } from '@vitrine/instantsearch'
import { createApp, h } from 'vue'
import {
  AisBreadcrumb,
  AisClearRefinements,
  AisCurrentRefinements,
  AisDynamicWidgets,
  AisHierarchicalMenu,
  AisHighlight,
  AisInfiniteHits,
  AisInstantSearch,
  AisRefinementList,
  AisSearchBox,
  AisStateResults,
} from 'vue-instantsearch/vue3/es'

const { url, store } = window.shop
const searchClient = createSearchClient(createVitrine({ url: `${url}/stores/${store}` }))
const attributes = ['categories.lvl0', 'categories.lvl1']

createApp({
  data: () => ({ groups: [] }),
  async created() {
    // The dynamic widgets of Vue have no fallback: each list is named.
    const facets = await fetch(`${url}/stores/${store}/store/products/facets`)
    this.groups = (await facets.json()).optionGroups.map(({ code }) => code)
  },
  render() {
    return h(AisInstantSearch, { searchClient, indexName: 'products' }, () => [
      h(AisSearchBox),
      h(AisStateResults, null, {
        default: ({ results }) => h('p', { id: 'corrected' }, results?.search?.corrected?.[0]?.as[0]),
      }),
      h(AisCurrentRefinements),
      h(AisClearRefinements),
      h(AisBreadcrumb, { attributes }),
      h(AisHierarchicalMenu, { attributes }),
      h(AisDynamicWidgets, null, () => this.groups.map((attribute) => h(AisRefinementList, { attribute }))),
      h(AisInfiniteHits, null, { item: ({ item }) => h(AisHighlight, { hit: item, attribute: 'name' }) }),
    ])
  },
}).mount(document.body.appendChild(document.createElement('main')))
