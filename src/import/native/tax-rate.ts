import type { Submitted, TaxRate } from '../../catalog/product.ts'
import { NAME_LIMIT, type ObjectReader, readObject, shown, stamped } from '../fields.ts'
import type { ReadContext } from './read-context.ts'

const KNOWN = new Set(['id', 'name', 'rate', 'isDefault', 'createdAt', 'updatedAt'])

/** The tax rate of a variant; the store's if it names none. */
export function readTaxRate(variant: ObjectReader, intake: ReadContext): Submitted<TaxRate> {
  const value = variant.value('taxRate')
  if (value === undefined) return intake.taxRate
  const right = 'a tax rate: an object with a name and a rate, or nothing for the one of the store'
  const fields = readObject(value, variant.at('taxRate'), intake.findings, KNOWN, right)
  if (!fields) return intake.taxRate
  const name = fields.requiredText('name', 'the name of the tax rate', NAME_LIMIT)
  const rate = readRate(fields)
  const id = fields.id() ?? intake.ids.cached('tax-rate', name, String(rate))
  const isDefault = fields.flag('isDefault') ?? false
  return stamped({ id, name, rate, isDefault }, fields.stamps(), {})
}

/** 0 when it is wrong. */
function readRate(fields: ObjectReader): number {
  const value = fields.value('rate')
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  fields.problem(
    'rate',
    value === undefined ? 'is missing' : `is ${shown(value)}`,
    'a percentage of 0 or more, such as 20',
  )
  return 0
}
