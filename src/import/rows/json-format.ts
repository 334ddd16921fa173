import { type JsonObject, productsIn } from '../documents/json-values.ts'
import { isObject } from '../fields.ts'
import type { Format } from '../format.ts'
import { firstRecords } from '../splitting/read-pages.ts'
import { utf8Text } from '../utf8-text.ts'
import { describeColumns } from './columns.ts'
import { type JsonRows, readJson } from './read-json.ts'
import { type ProductMapping, productsFromRows } from './row-format.ts'

/** How the JSON of a platform's API becomes products. Its rows become products as those of the platform's table do. */
export interface JsonMapping<Key extends string> extends JsonRows<Key>, ProductMapping<Key> {
  readonly title: string
  /** Whether an object is certainly a product of the platform. */
  readonly isProduct: (object: JsonObject) => boolean
  /** Why JSON of the platform in another form cannot be read. */
  readonly refusal?: (object: JsonObject) => string | undefined
}

/** A format of JSON files, named after the platform: `shopify-json`. */
export function jsonFormat<Key extends string>(mapping: JsonMapping<Key>): Format {
  return {
    name: `${mapping.name}-json`,
    title: mapping.title,
    columns: describeColumns(mapping.columns),
    recognise({ records = [], text }) {
      const { normalised = (object) => object } = mapping
      // In a page with one product, the sample may have the variants of the product as its records.
      const samples = records.length > 0 ? [records, firstRecords(Buffer.from(text))] : []
      const products = samples.map((values) => values.flatMap(productsIn).filter(isObject).map(normalised))
      if (products.some((values) => values.length > 0 && values.every(mapping.isProduct))) return 'yes'
      const [first] = products[0] ?? []
      const refusal = first && mapping.refusal?.(first)
      return refusal === undefined ? undefined : { refusal }
    },
    read: (bytes, options) => productsFromRows(readJson(utf8Text(bytes, options), mapping, options), mapping, options),
  }
}
