import { differenceSince } from '@vitrine/engine/edition/difference-since'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Publication } from '@vitrine/engine/edition/publication'
import { publicationEvent, restartEvent } from '@vitrine/server/events/publication-event'

/** What is delivered: everything that changed since the publication that was delivered before. */
export interface CatalogEvent {
  /**
   * The store, the publication that was delivered before, and the newest one. It is the same for every attempt, and
   * another one for a publication that is the newest again because a backup was restored.
   */
  readonly id: string
  /** The name of the newest publication of the event. */
  readonly publication: string
  /** The cache tags that are stale now. That of the store stands for all. */
  readonly tags: readonly string[]
  /** JSON, below 20 kB: a thin payload of Standard Webhooks 1.0.0. */
  readonly body: string
}

/**
 * The event of a publication of a store. `delivered` is the name of the publication that was delivered before. Without
 * it, or if the log does not reach back to it, the event says that everything may have changed.
 */
export async function catalogEvent(
  edition: Pick<Edition, 'store' | 'publications'>,
  newest: Publication,
  delivered: string | undefined,
): Promise<CatalogEvent> {
  const store = edition.store.id
  const log = edition.publications(newest.number + 1)
  const since = delivered === undefined ? undefined : await differenceSince(log, delivered)
  const told = since ? publicationEvent(store, newest, since.summary()) : restartEvent(store, newest)
  const changes = since?.products ? `/stores/${store}/store/changes?since=${delivered}` : null
  const data = { store, previous: since ? delivered : null, ...told, changes }
  const body = JSON.stringify({ type: 'catalog.published', timestamp: told.publishedAt, data })
  return { id: `${store}:${delivered ?? ''}:${told.publication}`, publication: told.publication, tags: told.tags, body }
}
