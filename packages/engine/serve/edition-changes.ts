import { differenceSince } from '../edition/difference-since.ts'
import type { Edition } from '../edition/edition.ts'
import type { Publication } from '../edition/publication.ts'
import { publicationName } from '../edition/publication-name.ts'
import { toSortedPositions } from '../index/posting-list.ts'

/** What may differ between two editions, by position. */
export interface EditionChanges {
  readonly products: ReadonlySet<number>
  readonly variants: ReadonlySet<number>
}

export const NO_CHANGES: EditionChanges = { products: new Set(), variants: new Set() }

/** If more products differ, all of them are read again. */
const MAX_CHANGED_PRODUCTS = 1000

/** What may differ between two editions; undefined if that is unknown, or too much. */
export async function changesBetween(before: Edition, after: Edition): Promise<EditionChanges | undefined> {
  const [from, to] = [before.publication, after.publication]
  if (!from || !to || from.number >= to.number) return undefined
  try {
    const log = upTo(after.publications(to.number + 1), publicationName(to))
    const lists = (await differenceSince(log, publicationName(from)))?.products?.lists()
    if (!lists || lists.values().reduce((sum, { size }) => sum + size, 0) > MAX_CHANGED_PRODUCTS) return undefined
    const products = [...lists.values()].flatMap((list) => [...toSortedPositions(list)])
    // The log names products only. Their variants are those that they had and those that they have.
    const rows = await Promise.all([before, after].map((edition) => edition.productRows(products)))
    const variants = rows.flat().flatMap((row) => (row?.variants ? row.variants.split(',').map(Number) : []))
    return { products: new Set(products), variants: new Set(variants) }
  } catch {
    return undefined
  }
}

/** The log, newest first, if it begins with the publication of a name and lacks none. Else it ends. */
async function* upTo(log: AsyncIterable<Publication>, name: string): AsyncGenerator<Publication> {
  let later: Publication | undefined
  for await (const publication of log) {
    if (later ? publication.number !== later.number - 1 : publicationName(publication) !== name) return
    yield publication
    later = publication
  }
}
