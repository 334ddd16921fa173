import { CodeBook } from '../code-book.ts'
import { DigestMap } from '../digest-map.ts'
import type { Submitted, TaxRate } from '../product.ts'
import { storeTaxRate } from '../store-tax-rate.ts'
import type { StreamStore } from '../stream/record.ts'
import type { Warning } from '../submission.ts'
import { Diagnostics } from './diagnostics.ts'
import { DerivedIds, UniqueSlugs } from './identifiers.ts'

/** The state of reading one file, which its products share. */
export interface ReadContext {
  readonly diagnostics: Diagnostics
  readonly ids: DerivedIds
  readonly codes: CodeBook
  readonly slugs: UniqueSlugs
  /** The id of each product, with its row or line. */
  readonly products: DigestMap
  /** The place of a product by its row or line: "on line 5". */
  readonly where: (number: number) => string
  /** The tax rate of variants without one. */
  readonly taxRate: Submitted<TaxRate>
  /** The currency of the store, if it has one. */
  readonly currency: string | undefined
}

export function createReadContext(
  store: Pick<StreamStore, 'id' | 'currency' | 'taxRate'>,
  onWarning: (warning: Warning) => void,
  where = (line: number) => `on line ${line}`,
): ReadContext {
  return {
    diagnostics: new Diagnostics(onWarning),
    ids: new DerivedIds(store.id),
    codes: new CodeBook(),
    slugs: new UniqueSlugs(),
    products: new DigestMap(),
    where,
    taxRate: storeTaxRate(store),
    currency: store.currency,
  }
}
