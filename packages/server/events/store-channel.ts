import type { ServerResponse } from 'node:http'
import { storeAndMarket } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import { differenceSince } from '@vitrine/engine/edition/difference-since'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Publication } from '@vitrine/engine/edition/publication'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { missedEvents, type PublicationEvent, publicationEvent, restartEvent } from './publication-event.ts'

/** The open event streams of a store, or of one of its markets, and the newest publication that they were told. */
export class StoreChannel {
  readonly streams = new Set<ServerResponse>()
  /** The store of the tags, also for a market. */
  readonly #store: StoreId
  /** What the edition is known by that the newest publication was read with. */
  #version: string
  #newest: Publication | undefined
  /** What clients have missed that know an earlier publication. Read for the first of them. */
  #missed: { readonly newest: Publication; readonly events: ReadonlyMap<string, PublicationEvent> } | undefined
  #looking: Promise<void> | undefined

  private constructor(store: StoreId, version: string, newest: Publication | undefined) {
    this.#store = store
    this.#version = version
    this.#newest = newest
  }

  static async open(edition: Edition, version: string): Promise<StoreChannel> {
    return new StoreChannel(storeAndMarket(edition.store.id).store, version, await newestOf(edition))
  }

  /** Reads what `greet` needs for a client that knows this publication. */
  async prepare(edition: Edition, version: string, known: string | undefined): Promise<void> {
    if (known === undefined || this.#isNewest(known)) return
    // Another process may have told the client a publication that this one has not seen yet.
    await this.look(edition, version, true)
    const newest = this.#newest
    if (!newest || this.#isNewest(known) || this.#missed?.newest === newest) return
    const events = await missedEvents(this.#store, edition.publications())
    // The log may have gone on meanwhile. Its events then belong to a newer publication than that of the streams.
    if (this.#newest === newest) this.#missed = { newest, events }
  }

  /** Begins a stream with the newest publication, or with what the client has missed since the one that it knows. */
  greet(response: ServerResponse, known: string | undefined): void {
    send(response, RETRY + this.#greeting(known))
    this.streams.add(response)
  }

  /**
   * Tells the streams what was published since, if the edition has another version, or if the look is thorough: two
   * publications may lead back to the version before, and the log may come later from another server of the database.
   * Ends the streams if the store was removed and added again, so that no publication precedes its next one.
   */
  async look(edition: Edition, version: string, isThorough: boolean): Promise<void> {
    if (version === this.#version && !isThorough) return
    this.#looking ??= this.#look(edition, version).finally(() => {
      this.#looking = undefined
    })
    await this.#looking
  }

  end(): void {
    for (const response of this.streams) response.end()
  }

  #isNewest(name: string): boolean {
    return this.#newest !== undefined && publicationName(this.#newest) === name
  }

  async #look(edition: Edition, version: string): Promise<void> {
    const known = this.#newest
    const newest = await newestOf(edition)
    this.#version = version
    if (newest && this.#isNewest(publicationName(newest))) return
    const text = newest && (await this.#eventSince(known, newest, edition))
    this.#newest = newest
    if (text !== undefined) this.#tell(text)
    else if (known) this.end()
  }

  #greeting(known: string | undefined): string {
    const newest = this.#newest
    if (!newest || (known !== undefined && this.#isNewest(known))) return '\n'
    if (known === undefined) return textOf('publication', publicationEvent(this.#store, newest))
    const missed = this.#missed?.newest === newest ? this.#missed.events.get(known) : undefined
    if (missed) return textOf('publication', missed)
    return textOf('restart', restartEvent(this.#store, newest))
  }

  async #eventSince(known: Publication | undefined, newest: Publication, edition: Edition): Promise<string> {
    if (!known) return textOf('publication', publicationEvent(this.#store, newest))
    const since = await differenceSince(edition.publications(newest.number + 1), publicationName(known))
    if (!since) return textOf('restart', restartEvent(this.#store, newest))
    return textOf('publication', publicationEvent(this.#store, newest, since.summary()))
  }

  #tell(text: string): void {
    const bytes = Buffer.from(text)
    for (const response of this.streams) send(response, bytes)
  }
}

/** Milliseconds that a client waits before it connects again, as the first line of each stream. */
const RETRY = 'retry: 5000\n'

/** A client that leaves so many bytes unread is too slow for its stream. */
const MAX_UNREAD = 65_536

/** Sends bytes, or breaks the connection of a client that does not read. */
export function send(response: ServerResponse, bytes: string | Uint8Array): void {
  if (response.writableLength > MAX_UNREAD) response.destroy()
  else if (response.writable) response.write(bytes)
}

/** An event as Server-sent events write it (HTML Standard, 9.2). JSON has no line breaks. */
function textOf(kind: 'publication' | 'restart', event: PublicationEvent): string {
  return `id: ${event.publication}\nevent: ${kind}\ndata: ${JSON.stringify(event)}\n\n`
}

async function newestOf(edition: Edition): Promise<Publication | undefined> {
  for await (const publication of edition.publications()) return publication
  return undefined
}
