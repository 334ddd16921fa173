import { listRuns, MAX_RUN_POSITIONS } from './kernels.ts'
import { BIT_SET, type ChunkHeader, damaged, MAX_CHUNK_BYTES } from './packed-chunk.ts'

/** Up to this many positions are read from the bytes of a chunk. More are worth a copy of the bytes. */
const MAX_READ_IN_PLACE = 64

/** Writes the positions of a chunk to `list` from index `at` on. Throws if the bytes are damaged. */
export function unpackToList(header: ChunkHeader, list: Uint32Array, at: number): void {
  const { gapBits, runBits, size } = header
  if (gapBits === BIT_SET) listBits(header, list, at)
  else if (size <= MAX_READ_IN_PLACE || (runBits > 0 && size > MAX_RUN_POSITIONS)) listRecords(header, list, at)
  else if (runBits === 0) listDifferences(header, list, at)
  else if (!listRuns(header, list, at)) throw notInRecords(header)
}

/**
 * Sets the bit of each position of a chunk. No other chunk has positions in the same words, and one more word follows
 * them. Throws if the bytes are damaged.
 */
export function unpackToBits(header: ChunkHeader, words: Uint32Array): void {
  if (header.last - header.first === header.size - 1) setRun(words, header.first, header.last)
  else if (header.gapBits === BIT_SET) {
    requireEnds(header)
    new Uint8Array(words.buffer).set(header.payload, (header.first >>> 5) * 4)
  } else setRecords(header, words)
}

/** The payload that is unpacked, and 8 bytes more, so that 4 bytes can be read from each of its bytes on. */
const BYTES = new Uint8Array(MAX_CHUNK_BYTES + 8)
const WORDS = new Uint32Array(BYTES.buffer)
const VIEW = new DataView(BYTES.buffer)

function load({ payload }: ChunkHeader): void {
  BYTES.set(payload)
  BYTES.fill(0, payload.length, payload.length + 8)
}

function listBits(header: ChunkHeader, list: Uint32Array, start: number): void {
  requireEnds(header)
  load(header)
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

/** Any records, byte by byte. */
function listRecords(header: ChunkHeader, list: Uint32Array, start: number): void {
  const { gapBits, runBits, size, first, last, payload } = header
  const width = gapBits + runBits
  const mask = (1 << width) - 1
  const runMask = (1 << runBits) - 1
  const end = start + size
  let [bits, bitCount, byte] = [0, 0, 0]
  let position = first - 1
  let at = start
  while (at < end && position < last) {
    for (; bitCount < width; bitCount += 8) bits |= payload[byte++]! << bitCount
    position += ((bits & mask) >>> runBits) + 1
    list[at++] = position
    for (let more = bits & runMask; more > 0; more--) list[at++] = ++position
    bits >>>= width
    bitCount -= width
  }
  if (at !== end || position !== last) throw notInRecords(header)
}

/** Eight records begin at a byte, as the next eight do. So the place of each within them stays the same. */
function listDifferences(header: ChunkHeader, list: Uint32Array, start: number): void {
  load(header)
  const { gapBits, size, first, last } = header
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
  if (position !== last) throw notInRecords(header)
}

/** Sets the bits of runs, which are at most 32 positions long, without a branch for those within one word. */
function setRecords(header: ChunkHeader, words: Uint32Array): void {
  load(header)
  const { gapBits, runBits, size, first, last, payload } = header
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
  if (left !== 0 || position !== last) throw notInRecords(header)
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

function notInRecords({ size, last }: ChunkHeader): Error {
  return damaged(`its ${size} positions do not end with ${last}`)
}
