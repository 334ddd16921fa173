import type { Format } from './format.ts'
import { googleTsv, googleXml } from './google.ts'
import { native } from './native.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

/** By the names that the command line has for them. */
export const FORMATS = {
  native,
  shopify,
  woocommerce,
  'google-tsv': googleTsv,
  'google-xml': googleXml,
} satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[]
