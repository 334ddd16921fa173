import type { Row } from '../rows/row.ts'
import { languageIn, type TranslationMapping } from '../rows/translated-rows.ts'
import type { WooCommerceColumn as Column } from './woocommerce-columns.ts'

/** The translations of an export with WPML: rows of their own, which name their language and the original's. */
export const WPML_TRANSLATIONS: TranslationMapping<Column> = {
  languagesIn: (row) => (languageOf(row) === undefined ? [] : languageIn(row, 'language')),
  keysOf: (row) => (isVariation(row) ? [] : groupKeys(row)),
  divide(rows) {
    // Without the original, the first language stands for it.
    const main = rows.find((row) => !isVariation(row) && languageOf(row) === undefined)
    const base = main ? undefined : languageOf(rows.find((row) => !isVariation(row)) ?? rows[0]!)
    const [own, others] = [true, false].map((isOwn) => rows.filter((row) => (languageOf(row) === base) === isOwn))
    const translations = others!.flatMap((row) => {
      const language = languageOf(row)
      return language === undefined ? [] : [{ language, row, of: originalOf(row, own!, others!) }]
    })
    const unnamed = others!.filter((row) => languageOf(row) === undefined)
    return { own: [...own!, ...unnamed], translations }
  },
  // The prices and the stock of a product are those of all its languages.
  texts: [
    ['name'],
    ['description', 'shortDescription'],
    ['slug'],
    ['published'],
    ['brands'],
    ['categories'],
    ['tags'],
    ['attributeName'],
    ['attributeValues'],
    ['seoTitle'],
    ['seoDescription'],
  ],
}

/** The original names no language from which it was translated. */
function languageOf(row: Row<Column>): string | undefined {
  return row.text('sourceLanguage') === '' ? undefined : row.text('language') || undefined
}

function isVariation(row: Row<Column>): boolean {
  return row.text('parent') !== '' || /\bvariation\b/i.test(row.text('type'))
}

function groupKeys(row: Row<Column>): string[] {
  const group = row.text('translationGroup')
  return group === '' ? [] : [`wpml:${group}`]
}

/** The row with the same group, else the same sku; else the only product, or the variation at the same place. */
function originalOf(
  row: Row<Column>,
  own: readonly Row<Column>[],
  others: readonly Row<Column>[],
): Row<Column> | undefined {
  const isAlike = (other: Row<Column>) => isVariation(other) === isVariation(row)
  const candidates = own.filter(isAlike)
  const withSame = (column: Column) =>
    row.text(column) === '' ? undefined : candidates.find((other) => other.text(column) === row.text(column))
  const found = withSame('translationGroup') ?? withSame('sku')
  const hasGroups = groupKeys(row).length > 0 && candidates.some((other) => groupKeys(other).length > 0)
  if (found || (hasGroups && isVariation(row))) return found
  const siblings = others.filter((other) => isAlike(other) && languageOf(other) === languageOf(row))
  return siblings.length === candidates.length ? candidates[siblings.indexOf(row)] : undefined
}
