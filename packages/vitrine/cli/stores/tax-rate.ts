import { NO_TAX, type Store, type StoreId, type StoreTaxRate } from '@vitrine/catalog/store'
import { derivedId } from '@vitrine/catalog/uuid'
import { InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../errors.ts'
import { parseName } from '../options.ts'
import { escapeControls } from '../terminal-text.ts'

/** The tax rate of variants without one of their own, as an operator enters it. */
export interface NewTaxRate {
  readonly name: string
  /** A percentage: 20 is 20 %. */
  readonly rate: number
}

/** `--tax-rate` and `--tax-name`. */
export interface TaxRateOptions {
  readonly taxRate?: number | undefined
  readonly taxName?: string | undefined
}

export function taxRateOptions(defaultRate: string, defaultName: string): Option[] {
  return [
    new Option('--tax-rate <percent>', `the tax rate of variants without one${defaultRate}`).argParser(parseTaxRate),
    new Option('--tax-name <name>', `the name of that tax rate (default: ${defaultName})`).argParser(parseName),
  ]
}

/**
 * The rate that the options name; undefined if they name none. A rate without a name has that of the store, or "VAT".
 */
export function taxRateIn({ taxRate, taxName }: TaxRateOptions, store?: Store): NewTaxRate | undefined {
  if (taxRate === undefined && taxName !== undefined)
    throw new UsageError('--tax-name requires --tax-rate, for example --tax-rate 20')
  if (taxRate === undefined) return undefined
  const name = store === undefined || store.taxRate.name === NO_TAX.name ? 'VAT' : store.taxRate.name
  return { name: taxName ?? name, rate: taxRate }
}

/** The rate of a store from this time on, ISO 8601 in UTC with milliseconds. */
export function taxRateFrom(store: StoreId, { name, rate }: NewTaxRate, time: string): StoreTaxRate {
  const id = derivedId(store, 'tax-rate', name, String(rate))
  return { id, name, rate, isDefault: true, createdAt: time, updatedAt: time }
}

/** The tax rate of a store for people. */
export function taxRateText({ taxRate }: Store): string {
  return `${escapeControls(taxRate.name)}, ${taxRate.rate} %`
}

function parseTaxRate(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError('Expected a percentage of 0 or more, such as 20.')
  return Number(text)
}
