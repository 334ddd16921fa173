import { yieldByTime } from '@vitrine/runtime/event-loop'
import type { Edition } from './edition.ts'
import { decodeChanges } from './product-changes.ts'
import type { Publication, StoredDifference } from './publication.ts'

/**
 * Reads the log of publications of an edition's store, and yields a sentence for each thing that is damaged or does not
 * fit the rest. `isCurrent` tells whether the edition is still current after the newest publication was read.
 */
export async function* verifyLog(edition: Edition, isCurrent: () => Promise<boolean>): AsyncGenerator<string> {
  try {
    let later: Publication | undefined
    for await (const publication of edition.publications()) {
      await yieldByTime()
      const { number, edition: last } = publication
      if (!later && last !== edition.number && (await isCurrent()))
        yield `the newest publication, ${number}, is of edition ${last}, and edition ${edition.number} is current`
      if (later && later.number !== number + 1) yield `publication ${later.number} follows publication ${number}`
      if (later && later.previous !== last)
        yield `publication ${later.number} begins at edition ${later.previous}, and the one before it ends at edition ${last}`
      yield* verifyDifference(`publication ${number}`, publication)
      later = publication
    }
    if (!later && edition.number > 0 && (await isCurrent()))
      yield `no publication is of edition ${edition.number}, which is current`
  } catch (error) {
    const { message, cause } = error as Error
    yield `the log of publications cannot be read: ${cause instanceof Error ? cause.message : message}`
  }
}

/** Yields a sentence if the lists of changed products cannot be read, or do not fit their counts. */
export function* verifyDifference(
  name: string,
  { created, changed, removed, changes }: StoredDifference,
): Generator<string> {
  if (!changes) return
  try {
    const counts = decodeChanges(changes).counts()
    if (counts.created !== created || counts.changed !== changed || counts.removed !== removed)
      yield `${name} counts ${created} products created, ${changed} changed and ${removed} removed, and its lists have ${counts.created}, ${counts.changed} and ${counts.removed}`
  } catch (error) {
    yield `the products of ${name} cannot be read: ${(error as Error).message}`
  }
}
