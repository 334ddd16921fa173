import { changeList } from './changes.ts'
import { label, labelList } from './labels.ts'
import type { Operation } from './operation.ts'
import { product, productFacets, productList, productSuggestions } from './products.ts'
import { marketList, store } from './store.ts'
import { variant, variantList } from './variants.ts'

/** All operations of the read API, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  store,
  marketList,
  changeList,
  productList,
  productFacets,
  productSuggestions,
  product,
  labelList,
  label,
  variantList,
  variant,
]
