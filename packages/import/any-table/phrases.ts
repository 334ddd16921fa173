import { fold } from '@vitrine/catalog/words'

/**
 * The phrases of rows such as `de: preis | verkaufspreis`, one row a language, in their order, without case and
 * accents.
 */
export function phrasesIn(rows: readonly string[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => row.slice(row.indexOf(': ') + 2).split(' | ')).map(fold))
}
