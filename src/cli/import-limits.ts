import { formatNumber, quantity } from './terminal-text.ts'

/** How much an import may leave out and remove, as percentages. */
export interface ImportLimits {
  readonly maxLeftOut: number
  readonly maxRemoved: number
  /** Whether everything may be left out. */
  readonly mayServeNothing: boolean
}

/** An import that leaves out or removes more than half is probably of the wrong file. */
export const DEFAULT_LIMIT = 50

/** What an import read, and what it is about to do. */
export interface ImportEffect {
  /** The rows or items of the file that are not blank. If the format has none, the products. */
  readonly rows: number
  readonly leftOut: number
  readonly unit: 'row' | 'product'
  /** Products that were submitted or patched without problems, changed or not. */
  readonly accepted: number
  /** Products that the import removes. */
  readonly removed: number
  /** Products of the store before the import. */
  readonly stored: number
}

/** Why the effect exceeds the limits, and the option that allows it; undefined if it does not. */
export function exceededLimit(
  effect: ImportEffect,
  { maxLeftOut, maxRemoved, mayServeNothing }: ImportLimits,
): string | undefined {
  const { rows, leftOut, unit, accepted, removed, stored } = effect
  if (accepted === 0 && rows > 0 && !mayServeNothing)
    return 'nothing in the file would be served; --max-left-out 100% allows it'
  if (leftOut * 100 > rows * maxLeftOut)
    return `${share(leftOut, rows, unit)} would be left out, more than ${maxLeftOut}%; ${allow('--max-left-out', leftOut, rows)}`
  if (removed * 100 > stored * maxRemoved)
    return `${share(removed, stored, 'product')} of the store would be removed, more than ${maxRemoved}%; ${allow('--max-removed', removed, stored)}`
  return undefined
}

function share(part: number, total: number, unit: string): string {
  return `${formatNumber(part)} of ${quantity(total, unit)}`
}

function allow(option: string, part: number, total: number): string {
  return `${option} ${Math.ceil((part * 100) / total)}% allows it`
}
