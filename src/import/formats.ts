import { CatalogFileError } from './file-error.ts'
import type { Format, FormatSample } from './format.ts'
import { google } from './google.ts'
import { native } from './native.ts'
import { shopify } from './shopify.ts'
import { refusalOf } from './splitting/file-signature.ts'
import { woocommerce } from './woocommerce.ts'

/** Every format that can be imported, in the order in which files are held against them. */
export const FORMATS: readonly Format[] = [native, shopify, woocommerce, google]

/** The format of a file that begins like this. Throws `CatalogFileError`, with what it looks like, if it is none. */
export function formatOf(beginning: FormatSample): Format {
  for (const format of FORMATS) {
    const found = format.recognise(beginning)
    if (found === 'yes') return format
    if (found) throw new CatalogFileError(found.refusal)
  }
  throw new CatalogFileError(`${appearance(beginning)} \`vitrine formats\` lists the formats that can be imported.`)
}

function appearance({ text, table }: FormatSample): string {
  if (table && table.header.length > 1) {
    const names = table.header.slice(0, 6).map((name) => name.trim().slice(0, 40))
    return `The file looks like CSV, but its header is of no known format: ${names.join(', ')}${table.header.length > 6 ? ', …' : ''}.`
  }
  if (text.trim() === '') return EMPTY
  return refusalOf(Buffer.from(text)) ?? 'The file is of no known format.'
}

const EMPTY = 'The file is empty. A catalog without products is written as an empty array: [].'
