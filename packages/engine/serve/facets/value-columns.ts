import type { Scale } from '@vitrine/catalog/attribute'
import { runYielding, yieldByCost } from '@vitrine/runtime/event-loop'
import { exactValueOf } from '../../edition/attribute-term.ts'
import { exactPriceOf } from '../../edition/price-term.ts'
import type { Kind, Term } from '../../edition/term.ts'
import { memoryBytes } from '../../index/posting-list.ts'
import { BYTES_PER_POSITION } from '../../index/steps.ts'
import { ValueColumn, type ValuePostings } from '../../index/value-column.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { facetSchema } from './facet-values.ts'

/** The values of an attribute, scaled, by product or by variant. */
export function attributeColumn(edition: IndexedEdition, kind: Kind, code: string, scale: Scale): Promise<ValueColumn> {
  return valueColumn(edition, kind, `exact:${code}:${scale}`, exactValueOf)
}

/** Reads the values of all attributes by product, one after another, as long as facets have all of them. */
export async function attributeColumns(edition: IndexedEdition): Promise<void> {
  const { attributes } = await facetSchema(edition)
  if (attributes.length > MAX_FACET_ATTRIBUTES) return
  for (const { code, scale } of attributes) await attributeColumn(edition, 'product', code, scale)
}

/** The most attributes that facets have. */
export const MAX_FACET_ATTRIBUTES = 50

/** The prices in cents, by product or by variant. */
export function prices(edition: IndexedEdition, kind: Kind): Promise<ValueColumn> {
  return valueColumn(edition, kind, 'price', exactPriceOf)
}

/** The column of the lists whose terms begin with the prefix and mean a single value. */
function valueColumn(
  edition: IndexedEdition,
  kind: Kind,
  prefix: string,
  exactValue: (term: Term) => number | undefined,
): Promise<ValueColumn> {
  const build = async () => {
    const lists: ValuePostings[] = []
    for await (const page of edition.stored.scanPostings(kind, prefix)) {
      for (const { term, postings } of page) {
        const value = exactValue(term)
        if (value !== undefined) lists.push({ value, postings })
      }
      await yieldByCost(
        page.reduce((sum, { postings }) => sum + memoryBytes(postings) / BYTES_PER_POSITION, page.length),
      )
    }
    return await runYielding(ValueColumn.build(lists, kind === 'variant' ? await productOfVariant(edition) : undefined))
  }
  return edition.cached(`values ${kind} ${prefix}`, build)
}

/** The position of the product of each variant. */
export function productOfVariant(edition: IndexedEdition): Promise<Uint32Array> {
  const read = () => edition.stored.productOfVariant()
  return edition.cached('product of variant', read, ({ byteLength }) => ({ bytes: byteLength }))
}
