import { fold } from '@vitrine/catalog/words'
import { phrasesOf } from '../rows/language-rows.ts'

/** The phrases of rows such as `de: preis | verkaufspreis`, in their order, without case and accents. */
export function phrasesIn(rows: readonly string[]): ReadonlySet<string> {
  return new Set(phrasesOf(rows).map(fold))
}
