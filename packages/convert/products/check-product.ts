import { quote } from '@vitrine/catalog/native/json-path'
import { warnOfZeroPrices } from '@vitrine/catalog/native/price'
import { readProduct } from '@vitrine/catalog/native/product'
import type { ReadContext } from '@vitrine/catalog/native/read-context'
import type { Product, Submitted } from '@vitrine/catalog/product'
import type { Place, Problem, RefusedProduct, Submission } from '@vitrine/catalog/submission'
import type { FileSource } from './file-source.ts'
import { isNoValue, isPicture } from './pictures.ts'
import type { ProductBuilder } from './product-builder.ts'
import { labelsFrom, type NativeFile, type ProductFields } from './product-fields.ts'
import { linkTemplate } from './slugs.ts'
import { warnOfSpreadsheetErrors } from './spreadsheet-errors.ts'

/** The product of another format, with the variants in its builder, after the checks of the native format. */
export function checkProduct<Key extends string>(
  fields: ProductFields<Key>,
  builder: ProductBuilder<Key>,
  context: ReadContext,
): Submission {
  const { diagnostics } = context
  const { source, mayChangeSlug = false, link = '', labels, ...productFields } = fields
  const { place } = source
  const product = {
    ...productFields,
    labelValues: labelsFrom(labels),
    files: picturesIn(fields.files, 'files', source, builder),
    variants: builder.variants.map((variant, index) => ({
      ...variant,
      files: picturesIn(variant.files, `variants[${index}].files`, source, builder),
    })),
    optionGroups: builder.optionGroups,
  }
  const excess = excessOf(product.labelValues.length, fields.files.length, builder.optionGroups)
  if (excess) return refusedProduct(place, [{ ...builder.placeOf(source), path: '', ...excess }])!
  diagnostics.begin(place, builder.nameOf(source), (finding) => builder.inFile(finding, source))
  const isTaken = mayChangeSlug && product.slug !== undefined && context.slugs.has(product.slug)
  const read = readProduct(isTaken ? { ...product, slug: undefined } : product, context)!
  warnOfZeroPrices(read.product.variants, diagnostics)
  warnOfSpreadsheetErrors(read.product, diagnostics)
  builder.problems.push(...(diagnostics.problems() ?? []))
  const { product: accepted, hasSlug, currency, codes, topCategories } = read
  const submission = {
    ...{ ...place, product: withStated(accepted, fields.markets), hasSlug: hasSlug && !mayChangeSlug, currency },
    ...{ productUrl: linkTemplate(link, accepted.slug), derivedFrom: builder.derivedFrom },
    ...{ codes, topCategories },
    dropped: [...builder.dropped, ...read.dropped],
  }
  return refusedProduct(place, builder.problems) ?? submission
}

/** The product with what the checks leave out since it says nothing, but takes back what the store may know. */
function withStated(product: Submitted<Product>, markets: ProductFields<string>['markets'] = {}): Submitted<Product> {
  const stated = Object.entries(markets).map(([code, { included, variants }]) => {
    const content = product.markets?.[code]
    return [code, { ...(variants && { variants: {} }), ...content, ...(included && { included }) }] as const
  })
  return stated.length === 0 ? product : { ...product, markets: Object.fromEntries(stated) }
}

/** The product with its problems; undefined if it has none. */
export function refusedProduct(place: Place, [first, ...others]: readonly Problem[]): RefusedProduct | undefined {
  return first && { ...place, problems: [first, ...others] }
}

/** The files that are pictures. “N/A” and the like are dropped; other text, perhaps of another column, is a problem. */
function picturesIn<Key extends string>(
  files: readonly NativeFile[],
  path: string,
  source: FileSource<Key>,
  builder: ProductBuilder<Key>,
): readonly NativeFile[] {
  if (files.every(({ file }) => isPicture(file.path))) return files
  return files.filter(({ file }) => {
    if (isPicture(file.path)) return true
    const wrong = `is ${quote(file.path)}, which is not a picture`
    const finding = { line: source.place.line, path: `${path}[0].file.path`, wrong, right: RIGHT_PICTURE }
    ;(isNoValue(file.path) ? builder.dropped : builder.problems).push(builder.inFile(finding, source))
    return false
  })
}

const RIGHT_PICTURE = 'the address of a picture, or its file name such as shirt.jpg'

/** Limits what is held in memory for one product. */
function excessOf(
  labelCount: number,
  fileCount: number,
  optionGroups: ProductBuilder<string>['optionGroups'],
): Pick<Problem, 'wrong' | 'right'> | undefined {
  const optionCount = optionGroups.reduce((sum, { options }) => sum + options.length, 0)
  for (const [count, limit, noun] of [
    [labelCount, 1000, 'labels'],
    [optionCount, 10_000, 'options'],
    [fileCount, 10_000, 'pictures'],
  ] as const) {
    if (count > limit) return { wrong: `has ${count} ${noun}`, right: `at most ${limit} ${noun}` }
  }
  return undefined
}
