import type { Diagnostics } from '@vitrine/catalog/native/diagnostics'
import { quote } from '@vitrine/catalog/native/json-path'
import type { Product, Submitted } from '@vitrine/catalog/product'

/** Warns about names and skus that a spreadsheet has replaced by an error or shortened. */
export function warnOfSpreadsheetErrors(
  { name, variants }: Pick<Submitted<Product>, 'name' | 'variants'>,
  diagnostics: Diagnostics,
): void {
  const warn = (path: string, text: string) => {
    const message = spreadsheetError(text)
    if (message !== undefined) diagnostics.warnOfProduct(path, message)
  }
  warn('name', name)
  for (const [index, variant] of variants.entries()) {
    warn(`variants[${index}].sku`, variant.sku)
    if (variant.name !== name) warn(`variants[${index}].name`, variant.name)
  }
}

function spreadsheetError(text: string): string | undefined {
  const message = ERRORS.find(([pattern]) => pattern.test(text))?.[1]
  return message && `is ${quote(text)}, ${message}`
}

const ERRORS: readonly (readonly [RegExp, string])[] = [
  [/^#(?:N\/A|N\/D|NV|¡?[\p{Lu}\d/]+[!?])$/u, 'the error of a formula; write the value in its place'],
  [/^#{3,}$/, 'which a spreadsheet shows if a column is too narrow; widen the column and save the file again'],
  [
    /^\d(?:[.,]\d+)?E\+\d{1,3}$/i,
    'a number that a spreadsheet has shortened; format the column as text and write all digits',
  ],
]
