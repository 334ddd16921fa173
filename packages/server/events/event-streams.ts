import type { ServerResponse } from 'node:http'
import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { IndexCache } from '@vitrine/engine/serve/index-cache'
import { RETRY_AFTER } from '../problem.ts'
import { StoreChannel, send } from './store-channel.ts'

/**
 * The open event streams of a process. One timer looks for new publications, in the stores that have streams, and sends
 * comments, so that proxies keep the connections. Each stream ends after an hour at the latest.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions
  readonly #channels = new Map<StoreId, StoreChannel>()
  /** The streams by the tick in which they get a comment, with the tick of their end. */
  readonly #slots = Array.from({ length: TICKS_PER_COMMENT }, () => new Map<ServerResponse, number>())
  /** The streams that are open or being prepared. */
  #open = 0
  #added = 0
  #tick = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: EventStreamsOptions) {
    this.#options = options
  }

  get open(): number {
    return this.#open
  }

  /**
   * Prepares a stream for a client that knows a publication, if any. The returned function begins it, and must be
   * called. Throws `overloaded` if no further stream may be opened, and the errors of reading.
   */
  async prepare(edition: Edition, known: string | undefined): Promise<(response: ServerResponse) => void> {
    if (this.#isClosed || this.#open >= this.#options.limit) throw NO_ROOM
    this.#open++
    try {
      const { id } = edition.store
      const version = this.#options.versionOf(edition)
      const channel = this.#channels.get(id) ?? (await StoreChannel.open(edition, version))
      await channel.prepare(edition, version, known)
      return (response) => this.#begin(response, id, channel, known)
    } catch (error) {
      this.#open--
      throw error
    }
  }

  /** Ends all streams, and opens no further ones. */
  close(): void {
    this.#isClosed = true
    for (const channel of this.#channels.values()) channel.end()
  }

  #begin(response: ServerResponse, store: StoreId, prepared: StoreChannel, known: string | undefined): void {
    // Streams of a store that were prepared at the same time share one channel.
    const channel = this.#channels.get(store) ?? prepared
    this.#channels.set(store, channel)
    const slot = this.#slots[this.#added++ % TICKS_PER_COMMENT]!
    const onClose = () => {
      channel.streams.delete(response)
      // Nobody tells a channel without streams what is published.
      if (channel.streams.size === 0 && this.#channels.get(store) === channel) this.#channels.delete(store)
      slot.delete(response)
      if (--this.#open > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    if (response.closed) {
      onClose()
      return
    }
    response.on('close', onClose)
    slot.set(response, this.#tick + MAX_TICKS)
    this.#timer ??= setInterval(() => this.#onTick(), TICK_MILLISECONDS).unref()
    channel.greet(response, known)
    if (this.#isClosed) response.end()
  }

  #onTick(): void {
    this.#tick++
    for (const [response, end] of this.#slots[this.#tick % TICKS_PER_COMMENT]!) {
      // Without a comment for so long, the system has taken everything, unless the client does not read.
      if (response.writableLength > 0) response.destroy()
      else if (this.#tick >= end) response.end()
      else send(response, COMMENT)
    }
    for (const [store, channel] of this.#channels) void this.#look(store, channel)
  }

  async #look(store: StoreId, channel: StoreChannel): Promise<void> {
    const isThorough = this.#tick % TICKS_PER_THOROUGH_LOOK === 0
    try {
      const { stored } = await this.#options.editions.current(store)
      await channel.look(stored, this.#options.versionOf(stored), isThorough)
    } catch (error) {
      // A client that connects again gets the 404. While the database is away, nothing is published.
      if (error instanceof VitrineError && error.code === 'store-not-found') channel.end()
    }
  }
}

interface EventStreamsOptions {
  readonly editions: IndexCache
  /** What changes with every publication of an edition's store. */
  readonly versionOf: (edition: Edition) => string
  /** The most streams that are open at once. */
  readonly limit: number
}

const NO_ROOM = new VitrineError(
  'overloaded',
  `The server has as many event streams as it can have. Retry after ${RETRY_AFTER} seconds.`,
)

const TICK_MILLISECONDS = 100

/** A comment every 20 seconds. */
const TICKS_PER_COMMENT = 200

/** Two seconds. */
const TICKS_PER_THOROUGH_LOOK = 20

/** An hour. */
const MAX_TICKS = 36_000

const COMMENT = Buffer.from(':\n\n')
