import { pairsOf } from '../rows/pairs.ts'
import { Row } from '../rows/row.ts'
import { type DividedRows, languageIn, type TranslatedRow, type TranslationMapping } from '../rows/translated-rows.ts'
import { skuKey } from './magento-columns.ts'
import type { Magento2Column as Column } from './magento2-columns.ts'

/** The rows of store views: each has the sku of a row without store view, and only what differs from it. */
export const STORE_VIEWS: TranslationMapping<Column> = {
  languagesIn: (row) => languageIn(row, 'storeView'),
  divide,
  texts: [
    ['name'],
    ['description', 'shortDescription'],
    ['seoTitle'],
    ['seoDescription'],
    ['urlKey'],
    ['status'],
    ['visibility'],
    ['categories'],
    ['imageLabel'],
    ['moreLabels'],
    ['brand'],
    ['color'],
    ['size'],
    ['attributes'],
    ['variations'],
    ['variationLabels'],
  ],
  prices: ['price', 'specialPrice', 'specialFrom', 'specialTo'],
  takesOut: true,
}

type Translation = TranslatedRow<Column> & { readonly of: Row<Column> }

/** The first row of a sku stands for one without store view, if there is none. */
function divide(rows: readonly Row<Column>[]): DividedRows<Column> {
  const mains = new Map<string, Row<Column>>()
  for (const row of rows) {
    const sku = skuKey(row.text('sku'))
    const isFirst = !mains.has(sku)
    if (isFirst || (mains.get(sku)!.text('storeView') !== '' && row.text('storeView') === '')) mains.set(sku, row)
  }
  const isOwn = (row: Row<Column>) => row.text('storeView') === '' || mains.get(skuKey(row.text('sku'))) === row
  const translations = rows
    .filter((row) => !isOwn(row))
    .map((row) => {
      const of = mains.get(skuKey(row.text('sku')))!
      return { language: row.text('storeView'), row, of }
    })
  const all = withOptions(rows[0]!, translations)
  return { own: rows.filter(isOwn), translations: all.map(withAttributes) }
}

/** The translation with the attributes of the row that it translates, besides its own. */
function withAttributes({ language, row, of }: Translation): Translation {
  const [own, inherited] = [row.text('attributes'), of.text('attributes')]
  const isPart = own !== '' && inherited !== ''
  return { language, row: isPart ? withCell(row, 'attributes', `${inherited},${own}`) : row, of }
}

/** With the options that the rows of the variants have in a store view in the row of the configurable product. */
function withOptions(main: Row<Column>, translations: readonly Translation[]): readonly Translation[] {
  if (main.text('variations') === '') return translations
  return [...Map.groupBy(translations, ({ language }) => language)].flatMap(([language, inLanguage]) => {
    const found = inLanguage.find(({ of }) => of === main)
    const variations = translatedVariations(main, inLanguage)
    if (variations === main.text('variations') || found?.row.text('variations')) return inLanguage
    const blank = new Row(main.line, [], main.layout, main.number)
    const translated = { language, row: withCell(found?.row ?? blank, 'variations', variations), of: main }
    return [translated, ...inLanguage.filter((each) => each !== found)]
  })
}

/** The variations of a configurable product, with the values that the rows of the variants have. */
function translatedVariations(main: Row<Column>, translations: readonly Translation[]): string {
  const attributes = new Map(
    translations.map(({ row }) => [skuKey(row.text('sku')), pairsOf(row.text('attributes'))] as const),
  )
  const variations = main.text('variations').split('|')
  return variations
    .map((variation) => {
      const pairs = pairsOf(variation)
      const own = attributes.get(skuKey(pairs.get('sku') ?? ''))
      const isTranslated = own && [...pairs].some(([code]) => code !== 'sku' && own.has(code))
      if (!isTranslated) return variation
      return [...pairs].map(([code, value]) => `${code}=${quoted((code !== 'sku' && own.get(code)) || value)}`).join()
    })
    .join('|')
}

/** A value as a list of pairs has it. */
function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}

function withCell(row: Row<Column>, key: Column, text: string): Row<Column> {
  const cells = row.layout.indexes.map((_, index) => row.cells[index] ?? '')
  cells[row.layout.cellIndexes(key)[0]!] = text
  return new Row(row.line, cells, row.layout, row.number)
}
