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
export const BIT_SET = 31

/** The most bits of a record: as many as 4 bytes have from any bit of the first byte on. */
const MAX_RECORD_BITS = 25

/** Runs of up to 1, 2, 4 … 32 positions fit into a record. */
const RUN_BITS = [0, 1, 2, 3, 4, 5]

/**
 * A dense bit set may take this many bytes more for each record that it saves: its bytes are copied, a record is
 * unpacked.
 */
const BYTES_PER_RECORD = 5

/** Runs are packed if they save more than this share of the bytes: records of one position each are unpacked faster. */
const MIN_SAVING_OF_RUNS = 0.2

/** How positions are packed, and the bytes that this takes. */
interface Packing {
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
  const least = Math.min(...sizes)
  const runBits = least >= sizes[0]! * (1 - MIN_SAVING_OF_RUNS) ? 0 : sizes.indexOf(least)
  const bitSetBytes = bytesOfBitSet(positions[0]!, positions[length - 1]!)
  const isDense = length * 32 > positions[length - 1]! - positions[0]!
  if (bitSetBytes <= sizes[runBits]! + (isDense ? records[runBits]! * BYTES_PER_RECORD : 0))
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
    runBits < RUN_BITS.length &&
    (gapBits === BIT_SET
      ? payload.length === bytesOfBitSet(first, last)
      : width <= MAX_RECORD_BITS &&
        payload.length <= bytesOfRecords(size, width) &&
        payload.length >= bytesOfRecords(Math.ceil(size / 2 ** runBits), width))
  if (!isRight || payload.length > MAX_CHUNK_BYTES)
    throw damaged(`${size} positions from ${first} to ${last} do not take ${payload.length} bytes`)
}

/** The payload of a chunk that is packed. */
const WORDS = new Uint32Array(MAX_CHUNK_BYTES / 4)
const BYTES = new Uint8Array(WORDS.buffer)

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

export function damaged(reason: string): Error {
  return new Error(`a posting list is damaged: ${reason}`)
}
