/**
 * The stored form of positions that are neighbours in a posting list: a header, then records or bits.
 * docs/storage-format.md describes each byte.
 *
 *     records   [7, 8, 9, 40]   gap 0 and 3 positions, gap 30 and 1 position: each in the same number of bits
 *     bits      [7, 8, 9, 40]   bit p & 31 of word p >>> 5, from the word of the first position on
 */

/** The most bytes of a chunk. A row with its key then needs no overflow page of SQLite (8,198) and no TOAST (8,160). */
export const MAX_CHUNK_BYTES = 7800

/** The most positions of a chunk. It bounds the memory that damaged bytes can ask for. */
export const MAX_CHUNK_POSITIONS = 1 << 20

/** The number of gap bits that stands for a bit set. */
const BIT_SET = 31

/** The most bits of a record: as many as 4 bytes have from any bit of the first byte on. */
const MAX_RECORD_BITS = 25

/** Runs of up to 1, 2, 4 … 32 positions fit into a record. */
const RUN_BITS = [0, 1, 2, 3, 4, 5]

/** A bit set may take this many bytes more for each record that it saves: its bytes are copied, a record is unpacked. */
const BYTES_PER_RECORD = 2

/** How positions are packed, and the bytes that this takes. */
export interface Packing {
  readonly gapBits: number
  readonly runBits: number
  readonly payloadBytes: number
  /** How many positions are packed. */
  readonly positions: number
}

/** The packing of strictly increasing positions that is read fast and takes little. It `fits` into a chunk or not. */
export function packingOf(positions: Uint32Array): Packing {
  const { length } = positions
  const records = RUN_BITS.map(() => 0)
  let gaps = 0
  for (let at = 0; at < length; ) {
    const end = endOfRun(positions, at)
    if (at > 0) gaps |= positions[at]! - positions[at - 1]! - 1
    for (let bits = 0; bits < records.length; bits++) records[bits]! += ((end - at - 1) >>> bits) + 1
    at = end
  }
  if (gaps === 0) return { gapBits: 0, runBits: 0, payloadBytes: 0, positions: length }
  const gapBits = 32 - Math.clz32(gaps)
  const sizes = records.map((count, runBits) => bytesOfRecords(count, gapBits + runBits))
  const runBits = sizes.indexOf(Math.min(...sizes))
  const bitSetBytes = bytesOfBitSet(positions[0]!, positions[length - 1]!)
  if (bitSetBytes <= sizes[runBits]! + records[runBits]! * BYTES_PER_RECORD)
    return { gapBits: BIT_SET, runBits: 0, payloadBytes: bitSetBytes, positions: length }
  return { gapBits, runBits, payloadBytes: sizes[runBits]!, positions: length }
}

/** Whether positions fit into a chunk. */
export function fits({ payloadBytes, positions }: Packing): boolean {
  return payloadBytes + MAX_HEADER_BYTES <= MAX_CHUNK_BYTES && positions <= MAX_CHUNK_POSITIONS
}

/** Records of too many bits fit into no chunk. */
function bytesOfRecords(count: number, width: number): number {
  return width <= MAX_RECORD_BITS ? Math.ceil((count * width) / 8) : MAX_CHUNK_BYTES
}

function bytesOfBitSet(first: number, last: number): number {
  return (last >>> 3) - (first >>> 5) * 4 + 1
}

/** A byte for the packing, and three numbers of up to five bytes. */
const MAX_HEADER_BYTES = 16

/** The bytes of strictly increasing positions from `start` on. */
export function packChunk(positions: Uint32Array, start: number, packing: Packing): Uint8Array {
  const { gapBits, runBits, payloadBytes } = packing
  const first = positions[0]!
  const header = [gapBits | (runBits << 5)]
  pushNumber(header, positions.length)
  pushNumber(header, first - start)
  if (positions.length > 1) pushNumber(header, positions[positions.length - 1]! - first)
  WORDS.fill(0)
  if (gapBits === BIT_SET) writeBits(positions)
  else writeRecords(positions, gapBits, runBits)
  const bytes = new Uint8Array(header.length + payloadBytes)
  bytes.set(header)
  bytes.set(BYTES.subarray(0, payloadBytes), header.length)
  return bytes
}

/** What the header of a chunk says. */
export interface ChunkHeader {
  readonly gapBits: number
  readonly runBits: number
  /** How many positions the chunk has. */
  readonly size: number
  readonly first: number
  readonly last: number
  readonly payload: Uint8Array
}

/** The header of a chunk of positions from `start` on. Throws if the bytes are damaged. */
export function readHeader(bytes: Uint8Array, start: number): ChunkHeader {
  const numbers = [0, 0, 0]
  const packing = bytes[0]!
  let at = 1
  for (let index = 0; index < (numbers[0] === 1 ? 2 : 3); index++) {
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || scale > 2 ** 28) throw damaged('its header is cut off')
      numbers[index]! += (byte & 127) * scale
      if (byte < 128) break
    }
  }
  const first = start + numbers[1]!
  const last = first + numbers[2]!
  const header = {
    gapBits: packing & 31,
    runBits: packing >>> 5,
    size: numbers[0]!,
    first,
    last,
    payload: bytes.subarray(at),
  }
  requirePlausible(header)
  return header
}

function requirePlausible({ gapBits, runBits, size, first, last, payload }: ChunkHeader): void {
  if (size === 0 || size > MAX_CHUNK_POSITIONS || last - first < size - 1 || last >= 2 ** 31)
    throw damaged(`it cannot have ${size} positions from ${first} to ${last}`)
  const width = gapBits + runBits
  const isRight =
    gapBits === BIT_SET
      ? payload.length === bytesOfBitSet(first, last)
      : width <= MAX_RECORD_BITS &&
        payload.length <= bytesOfRecords(size, width) &&
        payload.length >= bytesOfRecords(Math.ceil(size / 2 ** runBits), width)
  if (!isRight || payload.length > MAX_CHUNK_BYTES)
    throw damaged(`${size} positions from ${first} to ${last} do not take ${payload.length} bytes`)
}

/**
 * Writes the positions of a chunk to `list` from index `at` on, and anything to the 8 elements after them. Throws if the bytes are
 * damaged.
 */
export function unpackToList(header: ChunkHeader, list: Uint32Array, at: number): void {
  load(header)
  if (header.gapBits === BIT_SET) listBits(header, list, at)
  else if (header.runBits === 0) listDifferences(header, list, at)
  else listRuns(header, list, at)
}

/**
 * Sets the bit of each position of a chunk. No other chunk has positions in the same words, and one more word follows them. Throws
 * if the bytes are damaged.
 */
export function unpackToBits(header: ChunkHeader, words: Uint32Array): void {
  if (header.last - header.first === header.size - 1) setRun(words, header.first, header.last)
  else if (header.gapBits === BIT_SET) {
    requireEnds(header)
    new Uint8Array(words.buffer).set(header.payload, (header.first >>> 5) * 4)
  } else {
    load(header)
    setRecords(header, words)
  }
}

/** The payload that is packed or unpacked, and 8 bytes more, so that 4 bytes can be read from each of its bytes on. */
const BYTES = new Uint8Array(MAX_CHUNK_BYTES + 8)
const WORDS = new Uint32Array(BYTES.buffer)
const VIEW = new DataView(BYTES.buffer)

function load({ payload }: ChunkHeader): void {
  BYTES.set(payload)
  BYTES.fill(0, payload.length, payload.length + 8)
}

function endOfRun(positions: Uint32Array, start: number): number {
  let end = start + 1
  while (end < positions.length && positions[end] === positions[end - 1]! + 1) end++
  return end
}

/** Appends a number as groups of 7 bits, the lowest first. Each byte but the last has its highest bit set. */
function pushNumber(bytes: number[], number: number): void {
  let rest = number
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  bytes.push(rest)
}

function writeBits(positions: Uint32Array): void {
  const origin = positions[0]! & ~31
  for (let i = 0; i < positions.length; i++) {
    const bit = positions[i]! - origin
    WORDS[bit >>> 5]! |= 1 << (bit & 31)
  }
}

function writeRecords(positions: Uint32Array, gapBits: number, runBits: number): void {
  const width = gapBits + runBits
  let offset = 0
  for (let at = 0; at < positions.length; ) {
    const end = endOfRun(positions, at)
    let gap = at === 0 ? 0 : positions[at]! - positions[at - 1]! - 1
    while (at < end) {
      const length = Math.min(end - at, 1 << runBits)
      const record = (gap << runBits) | (length - 1)
      const shift = offset & 31
      WORDS[offset >>> 5]! |= record << shift
      if (shift + width > 32) WORDS[(offset >>> 5) + 1]! |= record >>> (32 - shift)
      offset += width
      at += length
      gap = 0
    }
  }
}

function listBits(header: ChunkHeader, list: Uint32Array, start: number): void {
  requireEnds(header)
  const { first, size, payload } = header
  const origin = first & ~31
  let at = start
  for (let index = 0; index * 4 < payload.length; index++)
    for (let word = WORDS[index]!; word !== 0; word &= word - 1)
      list[at++] = origin + index * 32 + 31 - Math.clz32(word & -word)
  if (at !== start + size) throw damaged(`it has ${at - start} bits for ${size} positions`)
}

/** Throws unless the bits of the first and the last position are the ends of the bit set. */
function requireEnds({ first, last, payload }: ChunkHeader): void {
  const at = (first & 31) >>> 3
  const low = payload[at]!
  let before = 0
  for (let i = 0; i < at; i++) before |= payload[i]!
  const highest = 31 - Math.clz32(payload[payload.length - 1]!)
  if (before === 0 && (low & -low) === 1 << (first & 7) && highest === (last & 7)) return
  throw damaged('its bits do not begin and end with its positions')
}

/** Eight records begin at a byte, as the next eight do. So the place of each within them stays the same. */
function listDifferences({ gapBits, size, first, last }: ChunkHeader, list: Uint32Array, start: number): void {
  const mask = (1 << gapBits) - 1
  const [byte1, byte2, byte3] = [gapBits >>> 3, (2 * gapBits) >>> 3, (3 * gapBits) >>> 3]
  const [byte4, byte5, byte6, byte7] = [gapBits >>> 1, (5 * gapBits) >>> 3, (6 * gapBits) >>> 3, (7 * gapBits) >>> 3]
  const [bit1, bit2, bit3, bit4] = [gapBits & 7, (2 * gapBits) & 7, (3 * gapBits) & 7, (4 * gapBits) & 7]
  const [bit5, bit6, bit7] = [(5 * gapBits) & 7, (6 * gapBits) & 7, (7 * gapBits) & 7]
  const end = start + size
  let position = first - 1
  let at = start
  let byte = 0
  // `| 0` keeps the numbers 32-bit integers, which takes two thirds of the time.
  for (; at + 8 <= end && position >= -1; at += 8, byte += gapBits) {
    list[at] = position = (position + (VIEW.getInt32(byte, true) & mask) + 1) | 0
    list[at + 1] = position = (position + ((VIEW.getInt32(byte + byte1, true) >>> bit1) & mask) + 1) | 0
    list[at + 2] = position = (position + ((VIEW.getInt32(byte + byte2, true) >>> bit2) & mask) + 1) | 0
    list[at + 3] = position = (position + ((VIEW.getInt32(byte + byte3, true) >>> bit3) & mask) + 1) | 0
    list[at + 4] = position = (position + ((VIEW.getInt32(byte + byte4, true) >>> bit4) & mask) + 1) | 0
    list[at + 5] = position = (position + ((VIEW.getInt32(byte + byte5, true) >>> bit5) & mask) + 1) | 0
    list[at + 6] = position = (position + ((VIEW.getInt32(byte + byte6, true) >>> bit6) & mask) + 1) | 0
    list[at + 7] = position = (position + ((VIEW.getInt32(byte + byte7, true) >>> bit7) & mask) + 1) | 0
  }
  for (let offset = byte * 8; at < end && position >= -1; at++, offset += gapBits)
    list[at] = position = (position + ((VIEW.getInt32(offset >>> 3, true) >>> (offset & 7)) & mask) + 1) | 0
  requireLast(position, last)
}

/** Writes eight positions for each record, and those after its run again: most runs are short, and of no predictable length. */
function listRuns(
  { gapBits, runBits, size, first, last, payload }: ChunkHeader,
  list: Uint32Array,
  start: number,
): void {
  const width = gapBits + runBits
  const mask = (1 << width) - 1
  const runMask = (1 << runBits) - 1
  const limit = payload.length * 8 - width
  const end = start + size
  let position = first - 1
  let at = start
  for (let offset = 0; at < end && offset <= limit && position >= -1; offset += width) {
    const record = (VIEW.getInt32(offset >>> 3, true) >>> (offset & 7)) & mask
    const more = record & runMask
    position = (position + (record >>> runBits) + 1) | 0
    list[at] = position
    list[at + 1] = position + 1
    list[at + 2] = position + 2
    list[at + 3] = position + 3
    list[at + 4] = position + 4
    list[at + 5] = position + 5
    list[at + 6] = position + 6
    list[at + 7] = position + 7
    for (let next = 8; next <= more; next++) list[at + next] = position + next
    position = (position + more) | 0
    at += more + 1
  }
  requireLast(at === end ? position : -1, last)
}

/** Sets the bits of runs, which are at most 32 positions long, without a branch for those within one word. */
function setRecords({ gapBits, runBits, size, first, last, payload }: ChunkHeader, words: Uint32Array): void {
  const width = gapBits + runBits
  const mask = (1 << width) - 1
  const runMask = (1 << runBits) - 1
  const limit = payload.length * 8 - width
  let position = first - 1
  let left = size
  for (let offset = 0; left > 0 && offset <= limit && position < last; offset += width) {
    const record = (VIEW.getInt32(offset >>> 3, true) >>> (offset & 7)) & mask
    const more = record & runMask
    position = (position + (record >>> runBits) + 1) | 0
    const run = (2 << more) - 1
    const word = position >>> 5
    words[word] = words[word]! | (run << (position & 31))
    words[word + 1] = words[word + 1]! | ((run >>> 1) >>> (31 - (position & 31)))
    position = (position + more) | 0
    left -= more + 1
  }
  requireLast(left === 0 ? position : -1, last)
}

/** Sets the bits from `from` to `to`. */
function setRun(words: Uint32Array, from: number, to: number): void {
  const first = from >>> 5
  const last = to >>> 5
  const head = -1 << (from & 31)
  const tail = -1 >>> (31 - (to & 31))
  if (first === last) words[first]! |= head & tail
  else {
    words[first]! |= head
    words.fill(0xffffffff, first + 1, last)
    words[last]! |= tail
  }
}

function requireLast(position: number, last: number): void {
  if (position !== last) throw damaged(`its last position is not ${last}`)
}

export function damaged(reason: string): Error {
  return new Error(`a posting list is damaged: ${reason}`)
}
