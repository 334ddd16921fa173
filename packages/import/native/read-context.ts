import type { Submitted, TaxRate } from '@vitrine/catalog/product'
import type { Store } from '@vitrine/catalog/store'
import type { Warning } from '@vitrine/catalog/submission'
import { uuid } from '@vitrine/catalog/uuid'
import { DigestMap } from '@vitrine/runtime/digest-map'
import { Diagnostics } from '../diagnostics.ts'
import { DerivedIds, UniqueCodes, UniqueSlugs } from '../identifiers.ts'

/** The state of reading one file, which its products share. */
export interface ReadContext {
  readonly diagnostics: Diagnostics
  readonly ids: DerivedIds
  readonly codes: UniqueCodes
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
  store: Store,
  onWarning: (warning: Warning) => void,
  where = (line: number) => `on line ${line}`,
): ReadContext {
  const ids = new DerivedIds(store.id)
  const { name, rate, isDefault, createdAt, updatedAt } = store.taxRate
  const id = uuid(store.taxRate.id) ?? ids.of('tax-rate', name, String(rate))
  return {
    diagnostics: new Diagnostics(onWarning),
    ids,
    codes: new UniqueCodes(),
    slugs: new UniqueSlugs(),
    products: new DigestMap(),
    where,
    taxRate: { id, name, rate, isDefault, createdAt, updatedAt },
    currency: store.currency,
  }
}
