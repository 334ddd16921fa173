import { type Columns, mapHeaders } from '../rows/columns.ts'
import { phrasesOf } from '../rows/language-rows.ts'
import translations from './prestashop-headers.json' with { type: 'json' }

/** The columns with their headers in all languages of `prestashop-headers.json`. */
export const PRESTASHOP_COLUMNS = mapHeaders(translations.columns, phrasesOf)

export type PrestashopColumn = keyof typeof translations.columns

const KEYS: ReadonlyMap<string, PrestashopColumn> = new Map(
  Object.entries(PRESTASHOP_COLUMNS).flatMap(([key, { headers }]) =>
    headers.map((header) => [simplified(header), key as PrestashopColumn] as const),
  ),
)

/** The columns with their headers in this file. Parentheses, and signs such as `*` and `#`, do not count. */
export function prestashopColumns(headers: readonly string[]): Columns<PrestashopColumn> {
  const found = Map.groupBy(headers, (header) => KEYS.get(simplified(header)))
  return mapHeaders(PRESTASHOP_COLUMNS, (own, key) => found.get(key) ?? own)
}

/** The header without what is in parentheses. Only one with parts, as `(Name:Value:Position)`, keeps a sign of it. */
function simplified(header: string): string {
  const words = header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('_', ' ')
    .replace(/\([^()]*\)/g, (part) => (part.includes(':') ? '(:)' : ' '))
    .replace(/[*#]/g, ' ')
  return words
    .replace(/(?<!\s)\s+(?=\()/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:]$/, '')
}
