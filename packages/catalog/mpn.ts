import { fold } from './words.ts'

/**
 * A manufacturer part number as it compares: without case, spaces, hyphens, dots and slashes. `AB-12/3` is `ab123`.
 * undefined if there is neither a letter nor a digit.
 */
export function comparedMpn(text: string): string | undefined {
  const compared = fold(text).replace(/[\s\p{Pd}./]/gu, '')
  return /[\p{L}\p{N}]/u.test(compared) ? compared : undefined
}
