import type { Submitted, TaxRate } from '../../catalog/product.ts'
import type { Store } from '../../catalog/store.ts'
import type { Warning } from '../../catalog/submission.ts'
import { uuid } from '../../catalog/uuid.ts'
import { DigestMap } from '../../index/digest-map.ts'
import { MadeCodes } from '../codes.ts'
import { Findings } from '../findings.ts'
import { DerivedIds } from '../ids.ts'
import { Slugs } from '../slugs.ts'

/** What is kept while one file is read, so that its products agree with each other and with their store. */
export interface Intake {
  readonly findings: Findings
  readonly ids: DerivedIds
  readonly codes: MadeCodes
  readonly slugs: Slugs
  /** Each product's id, and the line that it begins on. */
  readonly products: DigestMap
  /** Where a product is that begins on a line: "on line 5". */
  readonly where: (line: number) => string
  /** The tax rate of variants that name none. */
  readonly taxRate: Submitted<TaxRate>
}

export function intakeFor(
  store: Store,
  onWarning: (warning: Warning) => void,
  where = (line: number) => `on line ${line}`,
): Intake {
  const ids = new DerivedIds(store.id)
  const { name, rate, isDefault, createdAt, updatedAt } = store.taxRate
  const id = uuid(store.taxRate.id) ?? ids.of('tax-rate', name, String(rate))
  return {
    findings: new Findings(onWarning),
    ids,
    codes: new MadeCodes(),
    slugs: new Slugs(),
    products: new DigestMap(),
    where,
    taxRate: { id, name, rate, isDefault, createdAt, updatedAt },
  }
}
