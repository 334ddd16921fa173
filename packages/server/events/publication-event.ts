import { cacheTag } from '@vitrine/catalog/cache-tag'
import type { StoreId } from '@vitrine/catalog/store'
import { JointChanges } from '@vitrine/engine/edition/joint-changes'
import type { OtherChange, Publication } from '@vitrine/engine/edition/publication'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { yieldByTime } from '@vitrine/runtime/event-loop'

/** What an event tells of a publication, or of several that follow one another as if they were one. */
export interface PublicationEvent {
  /** The name of the last one, its edition, and its time. */
  readonly publication: string
  readonly edition: number
  readonly publishedAt: string
  /** Numbers of products; null if they are not known. */
  readonly products: Readonly<Record<'created' | 'changed' | 'removed', number | null>>
  readonly also: readonly OtherChange[]
  /** The cache tags of the answers that may have changed: only that of the store for all answers. */
  readonly tags: readonly string[]
}

/** What a publication may have changed, or several of them together. */
type Changed = Pick<Publication, 'created' | 'changed' | 'removed' | 'also' | 'tags'>

const UNKNOWN: Changed = { created: null, changed: null, removed: null, also: [], tags: null }

export function publicationEvent(store: StoreId, newest: Publication, changed: Changed = newest): PublicationEvent {
  const { created, removed, also, tags } = changed
  return {
    publication: publicationName(newest),
    edition: newest.edition,
    publishedAt: newest.publishedAt,
    products: { created, changed: changed.changed, removed },
    also,
    tags: tags ?? [cacheTag(store, '')],
  }
}

/** The event for a client that knows a publication which the log does not reach: anything may have changed. */
export function restartEvent(store: StoreId, newest: Publication): PublicationEvent {
  return publicationEvent(store, newest, UNKNOWN)
}

/**
 * What a client has missed since each of the `MAX_MISSED` publications before the newest, by the names of these. `log`
 * is newest first.
 */
export async function missedEvents(
  store: StoreId,
  log: AsyncIterable<Publication>,
): Promise<ReadonlyMap<string, PublicationEvent>> {
  const missed = new Map<string, PublicationEvent>()
  const changes = new JointChanges()
  let newest: Publication | undefined
  for await (const publication of log) {
    await yieldByTime()
    const name = publicationName(publication)
    if (newest) missed.set(name, publicationEvent(store, newest, changes.summary()))
    if (missed.size === MAX_MISSED) break
    newest ??= publication
    changes.precede(publication)
  }
  return missed
}

/** A client that missed more starts again, as after more it would have to read most answers anyway. */
const MAX_MISSED = 50
