import { yieldByTime } from '@vitrine/runtime/event-loop'
import { toSortedPositions } from '../index/posting-list.ts'
import type { Edition } from './edition.ts'
import { decodeChanges, ProductChanges } from './product-changes.ts'
import type { Publication, StoredDifference } from './publication.ts'

/**
 * Reads the log of publications of an edition's store, and yields a sentence for each thing that is damaged or does not
 * fit the rest. `isCurrent` tells whether the edition is still current after the newest publication was read.
 */
export async function* verifyLog(edition: Edition, isCurrent: () => Promise<boolean>): AsyncGenerator<string> {
  try {
    let later: Publication | undefined
    const named = new ProductChanges()
    for await (const publication of edition.publications()) {
      await yieldByTime()
      const { number, edition: last } = publication
      if (!later && last !== edition.number && (await isCurrent()))
        yield `the newest publication, ${number}, is of edition ${last}, and edition ${edition.number} is current`
      if (later && later.number !== number + 1) yield `publication ${later.number} follows publication ${number}`
      if (later && later.previous !== last)
        yield `publication ${later.number} begins at edition ${later.previous}, and the one before it ends at edition ${last}`
      yield* verifyDifference(`publication ${number}`, publication, named)
      later = publication
    }
    if (!later && edition.number > 0 && (await isCurrent()))
      yield `no publication is of edition ${edition.number}, which is current`
    yield* productsWithoutIds(edition, named)
  } catch (error) {
    const { message, cause } = error as Error
    yield `the log of publications cannot be read: ${cause instanceof Error ? cause.message : message}`
  }
}

/**
 * Yields a sentence if the lists of changed products cannot be read, or do not fit their counts. Adds the products to
 * `named`.
 */
export function* verifyDifference(
  name: string,
  { created, changed, removed, changes }: StoredDifference,
  named = new ProductChanges(),
): Generator<string> {
  if (!changes) return
  try {
    const products = decodeChanges(changes)
    const counts = products.counts()
    if (counts.created !== created || counts.changed !== changed || counts.removed !== removed)
      yield `${name} counts ${created} products created, ${changed} changed and ${removed} removed, and its lists have ${counts.created}, ${counts.changed} and ${counts.removed}`
    for (const list of products.lists().values()) for (const position of toSortedPositions(list)) named.set(position, 1)
  } catch (error) {
    yield `the products of ${name} cannot be read: ${(error as Error).message}`
  }
}

async function* productsWithoutIds(edition: Edition, named: ProductChanges): AsyncGenerator<string> {
  const positions = [...named.lists().values()].flatMap((list) => [...toSortedPositions(list)])
  for (let from = 0; from < positions.length; from += IDS_TOGETHER) {
    await yieldByTime()
    const batch = positions.slice(from, from + IDS_TOGETHER)
    for (const [index, id] of (await edition.productIds(batch)).entries())
      if (id === undefined) yield `the log of publications names a product at position ${batch[index]}, which has no id`
  }
}

const IDS_TOGETHER = 1000
