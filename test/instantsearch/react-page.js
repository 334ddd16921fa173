import { createVitrine } from '@vitrine/client'
import { createSearchClient } from '@vitrine/instantsearch'
import { createElement as element } from 'react'
import { createRoot } from 'react-dom/client'
import {
  Breadcrumb,
  ClearRefinements,
  CurrentRefinements,
  DynamicWidgets,
  HierarchicalMenu,
  Highlight,
  InfiniteHits,
  InstantSearch,
  RefinementList,
  SearchBox,
  useInstantSearch,
} from 'react-instantsearch'

const { url, store } = window.shop
const searchClient = createSearchClient(createVitrine({ url: `${url}/stores/${store}` }))
const categories = ['categories.lvl0', 'categories.lvl1']

function Corrected() {
  const { results, error } = useInstantSearch({ catchError: true })
  return element('p', { id: 'corrected' }, error?.message ?? results.search?.corrected?.[0]?.as[0])
}

const hitComponent = ({ hit }) => element(Highlight, { hit, attribute: 'name' })

createRoot(document.body.appendChild(document.createElement('main'))).render(
  element(
    InstantSearch,
    { searchClient, indexName: 'products' },
    element(SearchBox),
    element(Corrected),
    element(CurrentRefinements),
    element(ClearRefinements),
    element(Breadcrumb, { attributes: categories }),
    element(HierarchicalMenu, { attributes: categories }),
    element(DynamicWidgets, { fallbackComponent: RefinementList }),
    element(InfiniteHits, { hitComponent }),
  ),
)
