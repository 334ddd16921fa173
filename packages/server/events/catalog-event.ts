import { differenceSince } from '@vitrine/engine/edition/difference-since'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Publication } from '@vitrine/engine/edition/publication'
import { publicationEvent, restartEvent } from './publication-event.ts'

/**
 * The event of a publication of a store. `delivered` is the name of the publication that was delivered before. Without
 * it, or if the log does not reach back to it, the event says that everything may have changed.
 */
export async function catalogEvent(
  edition: Pick<Edition, 'store' | 'publications'>,
  newest: Publication,
  delivered: string | undefined,
): Promise<{ id: string; publication: string; tags: readonly string[]; body: string }> {
  const store = edition.store.id
  const log = edition.publications(newest.number + 1)
  const since = delivered === undefined ? undefined : await differenceSince(log, delivered)
  const told = since ? publicationEvent(store, newest, since.summary()) : restartEvent(store, newest)
  const changes = since?.products ? `/stores/${store}/store/changes?since=${delivered}` : null
  const data = { store, previous: since ? delivered : null, ...told, changes }
  const body = JSON.stringify({ type: 'catalog.published', timestamp: told.publishedAt, data })
  return { id: `${store}:${delivered ?? ''}:${told.publication}`, publication: told.publication, tags: told.tags, body }
}
