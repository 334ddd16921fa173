import type { FindingPlace } from '@vitrine/catalog/submission'
import { Row } from './row.ts'

/** Where the rows of a platform have the texts of products in other languages. */
export interface TranslationMapping<Key extends string> {
  /** The languages in which a row has texts, besides that of the product, and where it says so. */
  languagesIn(row: Row<Key>): readonly LanguageMention[]
  /** Keys that the rows of a product share in all languages, besides those that they have anyway. */
  keysOf?(row: Row<Key>): readonly string[]
  /** The rows of a product, and those that translate them. There is a row of the product itself. */
  divide(rows: readonly Row<Key>[]): DividedRows<Key>
  /** The columns that languages do not share. Of the columns in one list, one stands in for another. */
  readonly texts: readonly (readonly Key[])[]
  /** The column of the price and those that go with it, if a language may have prices of its own. */
  readonly prices?: readonly Key[]
  /** Whether a product that is not served in a language is not in its market. Otherwise it has its own texts there. */
  readonly takesOut?: boolean
}

export interface LanguageMention {
  readonly language: string
  readonly place: FindingPlace & { readonly path: string }
}

/** The language in a column of a row that translates another row. */
export function languageIn<Key extends string>(row: Row<Key>, column: Key): readonly LanguageMention[] {
  const language = row.text(column)
  return language === '' ? [] : [{ language, place: row.cellPlace(column) }]
}

export interface DividedRows<Key extends string> {
  readonly own: readonly Row<Key>[]
  readonly translations: readonly TranslatedRow<Key>[]
}

/** A row that translates another one. */
export interface TranslatedRow<Key extends string> {
  readonly language: string
  readonly row: Row<Key>
  /** undefined if the file does not have the row that it translates. */
  readonly of: Row<Key> | undefined
}

/** The row in another language: with the cells of these columns that the translation has. */
export function translatedRow<Key extends string>(
  row: Row<Key>,
  translation: Row<Key>,
  columns: TranslationMapping<Key>['texts'],
): Row<Key> {
  const cells = [...row.cells]
  for (const keys of columns) {
    const numbers = new Set([undefined, ...keys.flatMap((key) => row.layout.numbers(key))])
    for (const number of numbers) {
      if (keys.every((key) => translation.text(key, number) === '')) continue
      for (const key of keys) {
        const from = translation.layout.cellIndexes(key, number)
        for (const [nth, index] of row.layout.cellIndexes(key, number).entries())
          cells[index] = translation.cells[from[nth] ?? -1] ?? ''
      }
    }
  }
  return new Row(translation.line, cells, row.layout, translation.number)
}
