import type { Submitted, TaxRate } from '../../catalog/product.ts'
import type { Store } from '../../catalog/store.ts'
import type { Warning } from '../../catalog/submission.ts'
import { uuid } from '../../catalog/uuid.ts'
import { DigestMap } from '../../index/digest-map.ts'
import { Diagnostics } from '../diagnostics.ts'
import { DerivedIds, UniqueCodes, UniqueSlugs } from '../identifiers.ts'

/** What is kept while one file is read, so that its products agree with each other and with their store. */
export interface ReadContext {
  readonly findings: Diagnostics
  readonly ids: DerivedIds
  readonly codes: UniqueCodes
  readonly slugs: UniqueSlugs
  /** Each product's id, and the line that it begins on. */
  readonly products: DigestMap
  /** Where a product is that begins on a line: "on line 5". */
  readonly where: (line: number) => string
  /** The tax rate of variants that name none. */
  readonly taxRate: Submitted<TaxRate>
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
    findings: new Diagnostics(onWarning),
    ids,
    codes: new UniqueCodes(),
    slugs: new UniqueSlugs(),
    products: new DigestMap(),
    where,
    taxRate: { id, name, rate, isDefault, createdAt, updatedAt },
  }
}
