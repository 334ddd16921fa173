import type { Product } from '@vitrine/catalog/product'
import type {
  AcceptedProduct,
  MarketProductName,
  MarketSubmission,
  RefusedProduct,
  Submission,
  Warning,
} from '@vitrine/catalog/submission'
import { findingPlace } from '@vitrine/catalog/submission'
import { derivedId } from '@vitrine/catalog/uuid'
import type { Edition } from '../../edition/edition.ts'
import { StoreCodes } from '../store-codes.ts'
import { contentInMarket, type MatchedPart } from './content-in-market.ts'

/** The products of a file as what they say of a market, by its code, of the products of the store that they are. */
export async function* marketSubmissions(
  products: AsyncIterable<Submission>,
  { base, market, onWarning }: MarketReadOptions,
): AsyncGenerator<MarketSubmission | RefusedProduct> {
  const codes = new StoreCodes(base)
  await codes.read()
  for await (const read of products) {
    if ('problems' in read) yield read
    else {
      const submission = codes.applyTo(read)
      yield {
        ...findingPlace(submission),
        line: submission.line,
        names: namesOf(submission, base.store.id),
        markets: (stored: Product) => {
          const { content, unmatched } = contentInMarket(stored, submission)
          const place = findingPlace(submission)
          for (const path of unmatched) onWarning({ ...place, path, message: UNMATCHED[path] })
          return { [market]: content }
        },
      }
    }
  }
}

export interface MarketReadOptions {
  /** The current edition of the store. */
  readonly base: Edition
  /** The code of the market. */
  readonly market: string
  readonly onWarning: (warning: Warning) => void
}

/** An id that was made of the slug says nothing in another language. */
function namesOf({ product }: AcceptedProduct, store: string): readonly MarketProductName[] {
  const { id, slug, variants } = product
  const isDerived = id === derivedId(store, 'product', slug)
  return [...(isDerived ? [] : [{ id }]), ...variants.map(({ sku }) => ({ sku })), { slug }]
}

const UNMATCHED: Readonly<Record<MatchedPart, string>> = {
  labelValues: 'have other codes than in the store, and another number, so they keep the names that they have there',
  optionGroups: 'cannot all be matched to those in the store, and the others keep the names that they have there',
  attributes: 'cannot all be matched to those in the store, and the others keep the texts that they have there',
  files: 'have alt texts of pictures that the product of the store does not have; these are not used',
  variants: 'have skus that the product of the store does not have; their prices are not used',
}
