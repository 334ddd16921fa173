import { comparedUnit } from './unit.ts'
import { fold } from './words.ts'

/**
 * Compares names as a shop sorts what shoppers choose from: sizes of clothes from small to large, then names that begin
 * with a number by this number and its unit, then the others by letters. Names that are equal so far compare by code
 * point.
 */
export function compareNaturally(one: string, other: string): number {
  const [a, b] = [keyOf(one), keyOf(other)]
  return (
    a.rank - b.rank ||
    (a.unit < b.unit ? -1 : a.unit > b.unit ? 1 : 0) ||
    a.value - b.value ||
    LETTERS.compare(one, other) ||
    (one < other ? -1 : one > other ? 1 : 0)
  )
}

const LETTERS = new Intl.Collator('en', { numeric: true })

interface Key {
  /** 0 for a size, 1 for a number, 2 for another name. */
  readonly rank: number
  /** The kind of unit of a number, such as `g` for kilograms too. */
  readonly unit: string
  readonly value: number
}

function keyOf(name: string): Key {
  const text = fold(name).trim()
  const size = sizeOf(text)
  if (size !== undefined) return { rank: 0, unit: '', value: size }
  const match = /^(\d+(?:[.,]\d+)?)\s*(\p{L}*)/u.exec(text)
  if (!match) return { rank: 2, unit: '', value: 0 }
  const number = Number(match[1]!.replace(',', '.'))
  const unit = comparedUnit(match[2]!)
  return { rank: 1, unit: unit?.base ?? match[2]!, value: number * Number(unit?.size ?? 1) }
}

/** The size of a garment, 0 for M; undefined if the name is none. `M (38)` and `S/M` count by their beginning. */
function sizeOf(text: string): number | undefined {
  const word = WORDS[text] ?? /^[\da-z]+(?=$|[\s/(,–-])/.exec(text)?.[0] ?? ''
  if (word === 'm') return 0
  const match = /^(?:(\d{1,2})|(x*))(xs|s|l|xl)$/.exec(word)
  if (!match) return undefined
  const [, count, crosses = '', end = ''] = match
  // “2XL” has the steps of “XXL”.
  const steps = 1 + (count === undefined ? crosses.length : Number(count) - 1) + (end.length - 1)
  return end.endsWith('s') ? -steps : steps
}

const WORDS: Readonly<Record<string, string>> = {
  'extra small': 'xs',
  small: 's',
  medium: 'm',
  large: 'l',
  'extra large': 'xl',
}
