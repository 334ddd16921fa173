import { MAX_SCALED, type Scale, type ScaledValue } from '@vitrine/catalog/attribute'
import { digitRanges } from './price-term.ts'
import type { Term } from './term.ts'

/**
 * The terms of an attribute's value. Those of a weight of 250 g, in millionths:
 *
 *     attribute:weight:number/g  exact:weight:number/g:25e7  range:weight:number/g:2e8  range:weight:number/g:d9
 *
 * A range is written as that of a price, and a minus stands before the digits of a negative value. Values have many
 * zeros at their end. So a range has only the values with other digits after its own, and each value has a term of its
 * own.
 */
export function attributeTerms(code: string, { scale, scaled }: ScaledValue): Term[] {
  const name = `${code}:${scale}` as const
  const [sign, digits] = scaled < 0 ? ['-', String(-scaled)] : ['', String(scaled)]
  const significant = digits.replace(/(?!^)0+$/, '').length
  const terms: Term[] = [`attribute:${name}`, `exact:${name}:${sign}${exactly(digits)}`]
  if (scaled !== 0) terms.push(`range:${name}:${sign}d${digits.length}`)
  for (let length = significant - 1; length > 0; length--)
    terms.push(`range:${name}:${sign}${digits.slice(0, length)}e${digits.length - length}`)
  return terms
}

/** The terms that together mean exactly the scaled values from `min` to `max`, both included. */
export function attributeTermsWithin(
  code: string,
  scale: Scale,
  min: number = -MAX_SCALED,
  max: number = MAX_SCALED,
): Term[] {
  const name = `${code}:${scale}` as const
  return [
    ...(min < 0 ? termsOfSign(name, '-', Math.max(1, -max), Math.min(-min, MAX_SCALED)) : []),
    ...(max >= 0 ? termsOfSign(name, '', Math.max(0, min), Math.min(max, MAX_SCALED)) : []),
  ]
}

/** The scaled value of a term that means a single value. */
export function exactValueOf(term: Term): number {
  const [digits, zeros] = term.slice(term.lastIndexOf(':') + 1).split('e') as [string, string]
  return Number(digits + '0'.repeat(Number(zeros)))
}

function termsOfSign(name: `${string}:${Scale}`, sign: '' | '-', min: number, max: number): Term[] {
  return digitRanges(min, max).flatMap((range): Term[] => {
    const [digits, zeros] = range.split('e') as [string, string?]
    if (zeros === undefined) return [`range:${name}:${sign}${range}`]
    const exact: Term = `exact:${name}:${sign}${exactly(digits + '0'.repeat(Number(zeros)))}`
    return zeros === '0' ? [exact] : [`range:${name}:${sign}${range}`, exact]
  })
}

/** Digits with the zeros at their end counted: `250` is `25e1`. */
function exactly(digits: string): string {
  const significant = digits.replace(/(?!^)0+$/, '')
  return `${significant}e${digits.length - significant.length}`
}
