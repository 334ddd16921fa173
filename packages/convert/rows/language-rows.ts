/** The phrases of rows such as `de: preis | verkaufspreis`, one row a language, in their order. */
export function phrasesOf(rows: readonly string[]): string[] {
  return rows.flatMap((row) => row.slice(row.indexOf(': ') + 2).split(' | '))
}
