import { type PostingChunk, packPostings, unpackPostings } from '../index/posting-chunks.ts'
import { fromSorted, type PostingList, toSortedPositions } from '../index/posting-list.ts'

/** Products that differ between two editions, by position, with what differs. It takes a byte for each position. */
export class ProductChanges {
  #bits = new Uint8Array(0)

  /** The bits of a product; 0 if it does not differ. */
  at(position: number): number {
    return this.#bits[position] ?? 0
  }

  /** Sets the bits of a product. */
  set(position: number, bits: number): void {
    if (position >= this.#bits.length) {
      const longer = new Uint8Array(Math.max(position + 1, 2 * this.#bits.length))
      longer.set(this.#bits)
      this.#bits = longer
    }
    this.#bits[position] = bits
  }

  /** The products of each combination of bits that occurs, by the combination. */
  lists(): ChangeLists {
    const sizes = new Uint32Array(256)
    for (const bits of this.#bits) sizes[bits]!++
    const filled = Array.from(sizes, (size, bits) => new Uint32Array(bits === 0 ? 0 : size))
    const lengths = new Uint32Array(256)
    for (let position = 0; position < this.#bits.length; position++) {
      const bits = this.#bits[position]!
      if (bits > 0) filled[bits]![lengths[bits]!++] = position
    }
    return new Map(filled.flatMap((list, bits) => (list.length > 0 ? [[bits, fromSorted(list)]] : [])))
  }

  counts(): { readonly created: number; readonly changed: number; readonly removed: number } {
    const counts = { created: 0, changed: 0, removed: 0 }
    for (const bits of this.#bits) if (bits > 0) counts[kindOfBits(bits)]++
    return counts
  }

  /** Adds changes that come before these, as `lists` gives them. */
  precede(earlier: ChangeLists): void {
    forEachChange(earlier, (position, bits) => this.set(position, followedBy(bits, this.at(position))))
  }

  /** The changes that lead back. */
  inverse(): ProductChanges {
    const inverse = new ProductChanges()
    forEachChange(this.lists(), (position, bits) => inverse.set(position, INVERSE[bits] ?? bits))
    return inverse
  }
}

/** Products by the bits of what differs, each product once. */
export type ChangeLists = ReadonlyMap<number, PostingList>

function forEachChange(lists: ChangeLists, call: (position: number, bits: number) => void): void {
  for (const [bits, list] of lists) {
    const positions = toSortedPositions(list)
    // By index, because a typed array's iterator takes ten times as long.
    for (let index = 0; index < positions.length; index++) call(positions[index]!, bits)
  }
}

/** What a publication changed of a product: bits of a byte. A created or removed product has that bit only. */
export const CHANGE_BITS = {
  /** Name, description or slug, of the product or of a variant, or a sku. */
  texts: 1,
  /** Price, list price or tax rate. */
  prices: 2,
  stock: 4,
  /** Labels, option groups, options or attributes. */
  values: 8,
  pictures: 16,
  /** Anything else, such as the times or the set of variants. */
  other: 32,
  removed: 64,
  created: 128,
} as const

/** What is known of a product that was removed and came back. */
const ALL_BITS = CHANGE_BITS.removed - 1

const { created: CREATED, removed: REMOVED } = CHANGE_BITS
const INVERSE: Readonly<Record<number, number>> = { [CREATED]: REMOVED, [REMOVED]: CREATED }

/** What the bits of a product, which are not 0, say of it. */
export function kindOfBits(bits: number): 'created' | 'changed' | 'removed' {
  return bits === CREATED ? 'created' : bits === REMOVED ? 'removed' : 'changed'
}

/** What two changes of a product are together; 0 is none. */
function followedBy(first: number, second: number): number {
  if (first === CREATED) return second === REMOVED ? 0 : CREATED
  if (first === REMOVED) return second === CREATED ? ALL_BITS : REMOVED
  return second === REMOVED || second === CREATED ? second : first | second
}

/**
 * Bytes before those of a chunk: its start as four bytes, their number as two, the lower first, and the bits of the
 * list.
 */
const HEADER_BYTES = 7

/** The chunks of the lists, one after the other, by their bits. */
export function encodeChanges(changes: ProductChanges): Uint8Array {
  const parts = [...changes.lists()].flatMap(([bits, list]) =>
    packPostings(list).flatMap(({ start, bytes }) => {
      const header = Buffer.alloc(HEADER_BYTES)
      header.writeUInt32LE(start, 0)
      header.writeUInt16LE(bytes.length, 4)
      header.writeUInt8(bits, 6)
      return [header, bytes]
    }),
  )
  return new Uint8Array(Buffer.concat(parts))
}

/** The changes that `encodeChanges` wrote. Throws if they are damaged. */
export function decodeChanges(bytes: Uint8Array): ProductChanges {
  const changes = new ProductChanges()
  changes.precede(decodeLists(bytes))
  return changes
}

/** The same as lists, which takes no time for products that did not change. */
export function decodeLists(bytes: Uint8Array): ChangeLists {
  const lists = new Map<number, PostingChunk[]>()
  for (let at = 0; at < bytes.length; ) {
    const header = new DataView(bytes.buffer, bytes.byteOffset + at, Math.min(HEADER_BYTES, bytes.length - at))
    if (header.byteLength < HEADER_BYTES) throw new Error('a list of changes is damaged: it ends in a header')
    const bits = header.getUint8(6)
    const end = at + HEADER_BYTES + header.getUint16(4, true)
    if (end > bytes.length) throw new Error('a list of changes is damaged: it ends in a chunk')
    const chunk = { start: header.getUint32(0, true), bytes: bytes.slice(at + HEADER_BYTES, end) }
    lists.set(bits, [...(lists.get(bits) ?? []), chunk])
    at = end
  }
  return new Map([...lists].map(([bits, chunks]) => [bits, unpackPostings(chunks)]))
}
