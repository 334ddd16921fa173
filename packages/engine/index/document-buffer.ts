/**
 * Documents in a bounded number of bytes, each in a set and under a key. Sets and keys are 32-bit numbers; set 0 is
 * none. New documents replace the oldest, so there is no list of uses to keep.
 */
export class DocumentBuffer {
  /** A power of two; 0 if there is room for nothing. */
  readonly #slots: number
  readonly #maxSegments: number
  /** Reused in turn. A comma follows each document, so neighbours are copied together. */
  readonly #segments: Buffer[] = []
  /** Where the next document goes, as if no segment was ever reused. */
  #end = 0
  /** Allocated with the first document. The slots of a document are `WAYS` neighbours. */
  #table: Table | undefined

  constructor(maxBytes: number) {
    const slots = 2 ** Math.floor(Math.log2(maxBytes / BYTES_PER_SLOT))
    const segments = Math.floor((maxBytes - slots * SLOT_BYTES) / SEGMENT_BYTES)
    this.#maxSegments = Math.max(0, segments)
    this.#slots = segments > 0 ? slots : 0
  }

  /** The memory that it takes. */
  get bytes(): number {
    return this.#segments.length * SEGMENT_BYTES + (this.#table ? this.#slots * SLOT_BYTES : 0)
  }

  has(set: number, key: number): boolean {
    return this.#find(set, key) >= 0
  }

  /** A copy of a document; undefined if it is not there. */
  get(set: number, key: number): Buffer | undefined {
    const slot = this.#find(set, key)
    if (slot < 0) return undefined
    const { addresses, lengths } = this.#table!
    const copy = Buffer.allocUnsafe(lengths[slot]!)
    this.#copy(copy, 0, addresses[slot]!, lengths[slot]!)
    return copy
  }

  /** A copy of documents, of which there is at least one, joined by commas; undefined if one is not there. */
  joined(set: number, keys: Uint32Array): Buffer | undefined {
    const slots = this.#table && this.#slotsOf(set, keys)
    if (!slots) return undefined
    const { addresses, lengths } = this.#table!
    let size = -1
    for (let i = 0; i < slots.length; i++) size += lengths[slots[i]!]! + 1
    const copy = Buffer.allocUnsafe(size)
    let at = 0
    for (let i = 0; i < slots.length; ) {
      const start = addresses[slots[i]!]!
      let end = start
      // A document at the start of a segment follows none.
      do end += lengths[slots[i++]!]! + 1
      while (i < slots.length && addresses[slots[i]!] === end && end % SEGMENT_BYTES !== 0)
      const length = Math.min(end - start, size - at)
      this.#copy(copy, at, start, length)
      at += length
    }
    return copy
  }

  /** Adds the part of `bytes` that begins at `from`, unless the document is there or is larger than a segment. */
  add(set: number, key: number, bytes: Uint8Array, from = 0, length = bytes.length): void {
    if (this.#slots === 0 || length >= SEGMENT_BYTES || this.has(set, key)) return
    const rest = SEGMENT_BYTES - (this.#end % SEGMENT_BYTES)
    if (length >= rest) this.#end += rest
    const segment = this.#segmentAt(this.#end)
    const offset = this.#end % SEGMENT_BYTES
    segment.set(bytes.subarray(from, from + length), offset)
    segment[offset + length] = COMMA
    this.#table ??= newTable(this.#slots)
    const { sets, keys, addresses, lengths } = this.#table
    const slot = this.#oldestSlot(set, key)
    sets[slot] = set
    keys[slot] = key
    addresses[slot] = this.#end
    lengths[slot] = length
    this.#end += length + 1
  }

  /** Removes the documents of some consecutive sets whose keys satisfy the condition. */
  remove(firstSet: number, sets: number, isRemoved: (key: number) => boolean): void {
    if (!this.#table) return
    const { sets: setOf, keys } = this.#table
    for (let slot = 0; slot < setOf.length; slot++) {
      const index = setOf[slot]! - firstSet
      if (index >= 0 && index < sets && isRemoved(keys[slot]!)) setOf[slot] = 0
    }
  }

  /** The address of the first byte that no later document has replaced. A segment is reused as a whole. */
  get #oldest(): number {
    return (Math.ceil(this.#end / SEGMENT_BYTES) - this.#maxSegments) * SEGMENT_BYTES
  }

  #slotsOf(set: number, keys: Uint32Array): Uint32Array | undefined {
    const slots = new Uint32Array(keys.length)
    for (let i = 0; i < keys.length; i++) {
      const slot = this.#find(set, keys[i]!)
      if (slot < 0) return undefined
      slots[i] = slot
    }
    return slots
  }

  #find(set: number, key: number): number {
    if (!this.#table) return -1
    const { sets, keys, addresses } = this.#table
    const first = this.#firstSlot(set, key)
    for (let slot = first; slot < first + WAYS; slot++)
      if (keys[slot] === key && sets[slot] === set) return addresses[slot]! >= this.#oldest ? slot : -1
    return -1
  }

  /** The slot of the document if it has one, else one that is free, else that of the document that was added first. */
  #oldestSlot(set: number, key: number): number {
    const { sets, keys, addresses } = this.#table!
    const first = this.#firstSlot(set, key)
    let oldest = first
    for (let slot = first; slot < first + WAYS; slot++) {
      if (keys[slot] === key && sets[slot] === set) return slot
      const age = (at: number) => (sets[at] === 0 ? -1 : addresses[at]!)
      if (age(slot) < age(oldest)) oldest = slot
    }
    return oldest
  }

  #firstSlot(set: number, key: number): number {
    const hash = Math.imul(Math.imul(set, 0x9e3779b1) ^ key, 0x85ebca6b)
    return (hash ^ (hash >>> 15)) & (this.#slots - WAYS)
  }

  #segmentAt(address: number): Buffer {
    const index = Math.floor(address / SEGMENT_BYTES) % this.#maxSegments
    this.#segments[index] ??= Buffer.allocUnsafeSlow(SEGMENT_BYTES)
    return this.#segments[index]
  }

  #copy(target: Buffer, at: number, address: number, length: number): void {
    const offset = address % SEGMENT_BYTES
    this.#segmentAt(address).copy(target, at, offset, offset + length)
  }
}

const SEGMENT_BYTES = 256 * 1024

/** A document takes a kilobyte or more. Half of the slots stay free, so that few documents push others out. */
const BYTES_PER_SLOT = 512

/** Slots that a document may be in. */
const WAYS = 4

const COMMA = 0x2c

interface Table {
  readonly sets: Uint32Array
  readonly keys: Uint32Array
  readonly addresses: Float64Array
  readonly lengths: Uint32Array
}

/** Bytes of a slot in all columns of the table. */
const SLOT_BYTES = 20

function newTable(slots: number): Table {
  return {
    sets: new Uint32Array(slots),
    keys: new Uint32Array(slots),
    addresses: new Float64Array(slots),
    lengths: new Uint32Array(slots),
  }
}
