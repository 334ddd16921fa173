import { VitrineError } from '@vitrine/catalog/error'
import { describeStore } from '@vitrine/catalog/market'
import type { Store } from '@vitrine/catalog/store'
import type { EditionSummary } from './rows.ts'
import type { Snapshot } from './storage.ts'

/**
 * The database that was asked lacks the edition: the edition was pruned, or the database is a replica that is behind.
 */
export class EditionGone extends VitrineError {
  constructor({ edition }: Snapshot) {
    super('database-unusable', `the database does not have edition ${edition} that was current before`)
  }
}

/**
 * The error for an edition that lacks things that it lists. It is gone if it is not among those that are stored: its
 * store may have been removed and added again, and have another edition of its number.
 */
export function errorWithout(
  things: string,
  { store, number, publishedAt }: { readonly store: Store } & Pick<EditionSummary, 'number' | 'publishedAt'>,
  stored: readonly EditionSummary[],
): Error {
  if (!stored.some((other) => other.number === number && other.publishedAt === publishedAt))
    return new EditionGone({ store: store.id, edition: number })
  const edition = `edition ${number} of ${describeStore(store.id)}`
  return new Error(
    `${edition} lacks ${things} that it lists: the database is damaged; \`vitrine verify\` says what to do`,
  )
}
