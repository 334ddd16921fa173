import { VitrineError } from '@vitrine/catalog/error'
import { yieldByTime } from '@vitrine/runtime/event-loop'
import type { Edition } from '../edition/edition.ts'
import { JointChanges } from '../edition/joint-changes.ts'
import { CHANGE_BITS, kindOfBits, type ProductChanges } from '../edition/product-changes.ts'
import type { OtherChange, Publication } from '../edition/publication.ts'
import { numberInName, publicationName } from '../edition/publication-name.ts'
import { NOT_ENDED } from '../edition/tables.ts'
import type { IndexedEdition } from './indexed-edition.ts'

/** The changes to find: those after one publication, up to another. */
export interface ChangesQuery {
  /** The name of a publication. Without it, nothing has changed. */
  readonly since?: string | undefined
  /** The name of a publication that does not come before. Without it, the newest. */
  readonly until?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** What changed between two publications in all, by position. What changed and changed back may be in it. */
export interface ChangesPage {
  /** The names of both publications; null if none is given, or if the store has none. */
  readonly from: string | null
  readonly to: string | null
  /** The edition that `to` made current. */
  readonly edition: number
  /** What else may have changed. */
  readonly also: readonly OtherChange[]
  readonly total: number
  readonly changes: readonly ProductChange[]
}

interface ProductChange {
  readonly id: string
  readonly change: 'created' | 'changed' | 'removed'
  /** What of a changed product. */
  readonly what: readonly ChangedPart[]
}

/** What of a product may change, in the order of answers. */
export const CHANGED_PARTS = ['texts', 'price', 'stock', 'labels', 'pictures', 'other'] as const
type ChangedPart = (typeof CHANGED_PARTS)[number]

const PART_BITS: Readonly<Record<ChangedPart, number>> = {
  texts: CHANGE_BITS.texts,
  price: CHANGE_BITS.prices,
  stock: CHANGE_BITS.stock,
  labels: CHANGE_BITS.values,
  pictures: CHANGE_BITS.pictures,
  other: CHANGE_BITS.other,
}

/**
 * Finds what changed between two publications. Throws `publication-gone` if the log does not have one of them, or does
 * not know all products that changed since.
 */
export async function findChanges(edition: IndexedEdition, query: ChangesQuery): Promise<ChangesPage> {
  const { since, until, offset, limit } = query
  const [from, end] = await Promise.all([
    since === undefined ? undefined : publicationOf(edition, since),
    until === undefined ? currentPublication(edition) : publicationOf(edition, until),
  ])
  if (from && !end) throw gone('is shown as it was not published')
  // Another process may have answered from a later edition before.
  const to = from && end && from.number > end.number ? from : end
  const total: NetChanges = from && to ? await netChanges(edition, from, to) : NOTHING
  const positions = [...total.positions.subarray(offset, offset + limit)]
  const ids = positions.length === 0 ? [] : await edition.stored.productIds(positions)
  return {
    from: from ? publicationName(from) : null,
    to: to ? publicationName(to) : null,
    edition: to ? to.edition : edition.number,
    also: total.also,
    total: total.positions.length,
    changes: positions.map((position, index) => changeOf(ids[index], position, total.bits[offset + index]!)),
  }
}

/** What changed between two publications, with the memory that it takes. */
interface NetChanges {
  readonly positions: Uint32Array
  /** Those of each position. */
  readonly bits: Uint8Array
  readonly also: readonly OtherChange[]
  readonly bytes: number
}

const NOTHING: NetChanges = { positions: new Uint32Array(0), bits: new Uint8Array(0), also: [], bytes: 0 }

/** The publication of a name. */
async function publicationOf(edition: IndexedEdition, name: string): Promise<Publication> {
  const read = async () => {
    const number = numberInName(name) ?? NOT_ENDED
    const publication = await firstBefore(edition.stored, Math.min(number + 1, NOT_ENDED))
    if (publication && publicationName(publication) === name) return publication
    throw gone('does not know it, or no longer')
  }
  // A restored backup, or a store that was added again, may have the same edition and another log.
  const newest = edition.stored.publication
  const key = `publication ${name} of ${newest && publicationName(newest)}`
  return await edition.cached(key, read, ({ changes }) => ({ bytes: changes?.length ?? 0 }))
}

/**
 * The publication that this process answers from; undefined if there is none. The log may have later ones, which the
 * process does not know yet: it would not give the products as these changed them.
 */
async function currentPublication({ stored }: IndexedEdition): Promise<Publication | undefined> {
  if (stored.publication === null) return undefined
  const publication = await firstBefore(stored, stored.publication.number + 1)
  return publication && publicationName(publication) === publicationName(stored.publication) ? publication : undefined
}

async function firstBefore(edition: Edition, number: number): Promise<Publication | undefined> {
  for await (const publication of edition.publications(number)) return publication
  return undefined
}

/** Compares names: a publication in memory may be one of before the store was removed and added again, or restored. */
function netChanges(edition: IndexedEdition, from: Publication, to: Publication): Promise<NetChanges> {
  const [first, last] = [publicationName(from), publicationName(to)]
  const add = async () => {
    const changes = new JointChanges()
    let next = to.number
    for await (const publication of edition.stored.publications(to.number + 1)) {
      const name = publicationName(publication)
      if (publication.number !== next || (next === to.number && name !== last)) break
      const { products, also } = changes
      if (!products) throw gone('has not noted all products that changed since')
      if (name === first) return net(products, also)
      changes.precede(publication)
      next--
      await yieldByTime()
    }
    throw gone('no longer knows all publications since')
  }
  return edition.cached(`changes ${first} ${last}`, add)
}

function net(products: ProductChanges, also: readonly OtherChange[]): NetChanges {
  const { created, changed, removed } = products.counts()
  const positions = new Uint32Array(created + changed + removed)
  const bits = new Uint8Array(positions.length)
  let count = 0
  for (let position = 0; count < positions.length; position++) {
    const each = products.at(position)
    if (each === 0) continue
    positions[count] = position
    bits[count++] = each
  }
  const bytes = positions.byteLength + bits.byteLength
  return { positions, bits, also, bytes }
}

function changeOf(id: string | undefined, position: number, bits: number): ProductChange {
  if (id === undefined)
    throw new Error(`no product has position ${position}: the database is damaged; \`vitrine verify\` says what to do`)
  const change = kindOfBits(bits)
  const what = change === 'changed' ? CHANGED_PARTS.filter((part) => bits & PART_BITS[part]) : []
  return { id, change, what }
}

function gone(reason: string): VitrineError {
  return new VitrineError(
    'publication-gone',
    `What changed since the publication is not known: the store ${reason}. Read everything again.`,
  )
}
