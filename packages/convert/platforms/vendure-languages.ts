import type { StreamStore } from '@vitrine/catalog/stream/record'
import { marketLanguage } from '../products/market-language.ts'
import { type Columns, mapHeaders } from '../rows/columns.ts'
import { Row } from '../rows/row.ts'
import type { TranslatedRow, TranslationMapping } from '../rows/translated-rows.ts'
import { VENDURE_COLUMNS, type VendureColumn } from './vendure-columns.ts'

/** The columns with texts. */
const TEXTS: readonly VendureColumn[] = [
  ...(['name', 'slug', 'description', 'facets', 'optionGroups', 'optionValues', 'variantFacets'] as const),
]

/**
 * The columns of a file whose headers may end with languages: `name:en`, `name:zh_Hans`. The first language is that of
 * the product. Texts in the others are used if a market of the store has the language.
 */
export function vendureColumns(headers: readonly string[], _: unknown, store?: StreamStore): Columns<VendureColumn> {
  const [first, ...others] = headers.flatMap((header) => languageOf(header) ?? [])
  if (first === undefined) return VENDURE_COLUMNS
  const columns = mapHeaders(VENDURE_COLUMNS, (own) => [...own, ...own.map((header) => `${header}:${first}`)])
  const markets = store?.markets ?? []
  const used = others.filter((language) => markets.some((market) => marketLanguage(market, others) === language))
  const translated = used.flatMap((language) =>
    TEXTS.map((key) => {
      const { headers: own } = VENDURE_COLUMNS[key]
      const becomes = `as the column in the language ${first}, in the markets with the language ${language}`
      return [keyIn(language, key), { headers: own.map((header) => `${header}:${language}`), becomes, fills: [] }]
    }),
  )
  return { ...columns, ...Object.fromEntries(translated) }
}

/** The columns of the other languages. */
export const VENDURE_LANGUAGES: TranslationMapping<VendureColumn> = {
  languagesIn: ({ line, number, layout }) =>
    layout.unusedColumns.flatMap(({ header }) => {
      const language = languageOf(header)
      return language === undefined ? [] : [{ language, place: { line, row: number, path: header } }]
    }),
  divide: (rows) => ({ own: rows, translations: rows.flatMap(translationsOf) }),
  texts: TEXTS.map((key) => [key]),
}

function languageOf(header: string): string | undefined {
  return /^name\s*:\s*(\w+)$/i.exec(header.trim())?.[1]
}

/** The key of a column in another language. */
function keyIn(language: string, key: VendureColumn): VendureColumn {
  return `${key}:${language}` as VendureColumn
}

/** The row in each of its other languages. */
function translationsOf(row: Row<VendureColumn>): TranslatedRow<VendureColumn>[] {
  const languages = [...row.layout.keys].flatMap((key) => /^name:(.*)$/.exec(key)?.[1] ?? [])
  return languages.map((language) => {
    const cells = row.layout.indexes.map(() => '')
    for (const key of TEXTS)
      for (const index of row.layout.cellIndexes(key)) cells[index] = row.text(keyIn(language, key))
    return { language, row: new Row(row.line, cells, row.layout, row.number), of: row }
  })
}
