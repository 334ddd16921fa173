import type { StoreId } from '@vitrine/catalog/store'
import { LRUCache } from 'lru-cache'
import { isSameEdition } from '../edition/content-versions.ts'
import type { Edition } from '../edition/edition.ts'
import { type MaybePromise, mapMaybePromise } from '../edition/maybe-promise.ts'
import type { ReadForm, RenderedForm } from '../edition/rows.ts'
import type { LocatedDocument } from '../edition/storage.ts'
import { DocumentBuffer } from '../index/document-buffer.ts'
import { changesBetween, NO_CHANGES } from './edition-changes.ts'

/**
 * Documents of the current editions of all stores, up to `maxBytes`. What is cached of a store belongs to one edition.
 * When another one becomes current, the documents stay of those products that the log of publications does not name:
 * they are equal in both, and so are their variants. If the log does not tell what changed, nothing stays. Readers of
 * any other edition, such as the one before, read the database.
 */
export class DocumentCache {
  readonly #buffer: DocumentBuffer
  readonly #stores = new LRUCache<StoreId, CachedStore>({ max: MAX_STORES })
  #nextSet = 1
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    this.#buffer = new DocumentBuffer(maxBytes)
  }

  /** Its memory, and how many documents were and were not in it. */
  get use(): DocumentCacheUse {
    return { bytes: this.#buffer.bytes, hits: this.#hits, misses: this.#misses }
  }

  /** Notes that an edition is the current one of its store. */
  follow(edition: Edition): void {
    const cached = this.#stores.get(edition.store.id)
    if (!cached) this.#stores.set(edition.store.id, { edition, next: undefined, sets: this.#newSets() })
    else if (cached.next) cached.next = edition
    else if (isSameEdition(cached.edition, edition)) cached.edition = edition
    else {
      cached.next = edition
      void this.#goOn(cached)
    }
  }

  /** Documents in the order of the positions, joined by commas, as UTF-8. */
  async joined(edition: Edition, form: ReadForm, positions: Uint32Array): Promise<Uint8Array> {
    const set = this.#setOf(edition, form)
    if (set === undefined || positions.length === 0) return await edition.concatenatedDocuments(form, positions)
    const cached = this.#buffer.joined(set, positions)
    if (cached) this.#hits += positions.length
    return cached ?? (await this.#readJoined(set, edition, form as RenderedForm, positions))
  }

  /** The document of the product or variant with this id, as UTF-8; undefined if the edition has none. */
  byId(edition: Edition, form: RenderedForm | 'full', id: string): MaybePromise<Uint8Array | undefined> {
    const set = this.#setOf(edition, form)
    const cached = set === undefined ? undefined : this.#cachedById(set, id)
    if (cached) {
      this.#hits++
      return cached
    }
    return mapMaybePromise(edition.documentById(form, id), (located) => {
      if (set !== undefined) this.#misses++
      if (located && set !== undefined && this.#setOf(edition, form) === set) this.#addById(set, id, located)
      return located?.body
    })
  }

  /** Reads what is missing. Between the read and its answer, anything may leave the cache. */
  async #readJoined(set: number, edition: Edition, form: RenderedForm, positions: Uint32Array): Promise<Uint8Array> {
    const parts = Array.from(positions, (position) => this.#buffer.get(set, position))
    const missing = positions.filter((_, index) => !parts[index])
    this.#misses += missing.length
    this.#hits += positions.length - missing.length
    const { body, lengths } = await edition.renderedDocuments(form, missing)
    const isCurrent = this.#setOf(edition, form) === set
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
    const read: Buffer[] = []
    for (let index = 0, from = 0; index < missing.length; from += lengths[index++]! + 1) {
      const document = bytes.subarray(from, from + lengths[index]!)
      if (isCurrent) this.#buffer.add(set, missing[index]!, document)
      read.push(document)
    }
    if (read.length === parts.length) return body
    let next = 0
    return Buffer.concat(parts.flatMap((part, index) => [...(index > 0 ? [COMMA] : []), part ?? read[next++]!]))
  }

  /** The position of the id is cached as a document, under a digest of the id. Its own document tells whose it is. */
  #cachedById(set: number, id: string): Uint8Array | undefined {
    const position = this.#buffer.get(set + POSITION_OF_ID, digestOf(id))?.readUInt32LE(0)
    const document = position === undefined ? undefined : this.#buffer.get(set, position)
    return document?.toString('latin1', ID_START.length, ID_START.length + id.length) === id ? document : undefined
  }

  #addById(set: number, id: string, { position, body }: LocatedDocument): void {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(position)
    this.#buffer.add(set + POSITION_OF_ID, digestOf(id), bytes)
    this.#buffer.add(set, position, body)
  }

  /** The set of a form; undefined unless the form is cached, and the edition is the one that is. */
  #setOf(edition: Edition, form: ReadForm): number | undefined {
    const cached = this.#stores.get(edition.store.id)
    return cached && isSameEdition(cached.edition, edition) ? cached.sets[form] : undefined
  }

  /** Goes from the edition that is cached to the one that is current, even if that changes meanwhile. */
  async #goOn(cached: CachedStore): Promise<void> {
    for (let next = cached.next; next; next = cached.next) {
      const changes = isSameEdition(cached.edition, next) ? NO_CHANGES : await changesBetween(cached.edition, next)
      if (!changes) cached.sets = this.#newSets()
      else {
        const { summary, variant } = cached.sets
        this.#buffer.remove(summary, PRODUCT_FORMS.length, (position) => changes.products.has(position))
        this.#buffer.remove(variant, 1, (position) => changes.variants.has(position))
      }
      cached.edition = next
      if (cached.next === next) cached.next = undefined
    }
  }

  #newSets(): SetsOfForms {
    const first = this.#nextSet
    this.#nextSet += 2 * FORMS.length
    return Object.fromEntries(FORMS.map((form, index) => [form, first + index])) as SetsOfForms
  }
}

export interface DocumentCacheUse {
  readonly bytes: number
  readonly hits: number
  readonly misses: number
}

/** What is cached of a store. */
interface CachedStore {
  /** The edition that the documents belong to. */
  edition: Edition
  /** The edition that is current, until the documents are those of it. */
  next: Edition | undefined
  sets: SetsOfForms
}

const PRODUCT_FORMS = ['summary', 'card', 'detail'] as const
const FORMS = [...PRODUCT_FORMS, 'variant'] as const

/** The numbers of the sets of documents, those of products one after the other. The packed `source` has none. */
type SetsOfForms = Readonly<Partial<Record<ReadForm, number>> & Record<RenderedForm, number>>

/** What lies between the set of a form and the set of the positions of ids. */
const POSITION_OF_ID = FORMS.length

/** Of stores that nobody has asked for longest, the documents are read again. */
const MAX_STORES = 50_000

const ID_START = '{"id":"'
const COMMA = Buffer.from(',')

/** A 32-bit digest: FNV-1a. */
function digestOf(id: string): number {
  let digest = 0x811c9dc5
  for (let at = 0; at < id.length; at++) digest = Math.imul(digest ^ id.charCodeAt(at), 0x01000193)
  return digest >>> 0
}
