import { yieldByCost } from '@vitrine/runtime/event-loop'
import type { Edition } from '../edition/edition.ts'
import { exactPriceOf } from '../edition/price-term.ts'
import { memoryBytes } from '../index/posting-list.ts'
import { PriceColumn } from '../index/price-column.ts'
import { BYTES_PER_POSITION } from '../index/steps.ts'
import type { IndexedEdition } from './indexed-edition.ts'

/** The prices of a large edition, if they are in memory. If not, they are read in the background for later requests. */
export function peekPriceColumn(edition: IndexedEdition): PriceColumn | undefined {
  if (edition.variantCount < MIN_VARIANTS_OF_PRICE_COLUMN) return undefined
  return edition.peekOrRequest('price column', () => readPriceColumn(edition.stored))
}

/** In smaller editions, the posting lists of price ranges are as fast. */
const MIN_VARIANTS_OF_PRICE_COLUMN = 200_000

/** The lists of single prices together have the price of every variant. */
async function readPriceColumn(edition: Edition): Promise<PriceColumn> {
  const column = new PriceColumn(edition.variantCount)
  for await (const lists of edition.scanPostings('variant', 'price')) {
    for (const { term, postings } of lists) {
      const price = exactPriceOf(term)
      if (price !== undefined) column.add(postings, price)
      await yieldByCost(price === undefined ? memoryBytes(postings) / BYTES_PER_POSITION : postings.size)
    }
  }
  return column
}
