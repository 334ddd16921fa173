import type { Format } from './format.ts'

/** One product a line, with all that is known of it. */
export const native: Format = {
  ending: '.ndjson',
  *text(products) {
    for (const product of products) yield `${JSON.stringify(product)}\n`
  },
}
