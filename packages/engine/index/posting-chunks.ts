import { countBits, indexesOfBits } from './bits.ts'
import {
  damaged,
  fits,
  MAX_CHUNK_BYTES,
  MAX_CHUNK_POSITIONS,
  packChunk,
  packingOf,
  readHeader,
} from './packed-chunk.ts'
import { fromSorted, type PostingList, seek, toSortedPositions } from './posting-list.ts'
import { unpackToBits, unpackToList } from './unpack-chunk.ts'

/**
 * A part of a stored posting list: its positions from `start`, a multiple of 32, to before the start of the next chunk.
 */
export interface PostingChunk {
  readonly start: number
  readonly bytes: Uint8Array
}

/** The changes of the chunks of a list. */
interface ChunkChanges {
  /** Chunks that are new or replace the chunk with the same start. */
  readonly written: readonly PostingChunk[]
  /** The starts of chunks that the list no longer has. */
  readonly ended: readonly number[]
}

/** A changed chunk of fewer bytes is united with the next one, if both fit into one. */
const SMALL_CHUNK_BYTES = MAX_CHUNK_BYTES / 4

/** The chunks of a set, in ascending order. The empty set has none. */
export function packPostings(set: PostingList): PostingChunk[] {
  return cut(toSortedPositions(set), 0)
}

/** The set of some chunks, all of a list in ascending order. Throws if they are damaged. */
export function unpackPostings(chunks: readonly PostingChunk[]): PostingList {
  let [size, end] = [0, 0]
  const headers = chunks.map(({ start, bytes }) => {
    const header = readHeader(bytes, start)
    if (start < end || start % 32 > 0) throw damaged(`its chunk of ${start} begins within the one before`)
    size += header.size
    end = header.last + 1
    return header
  })
  // The rule of `fromSorted`.
  const length = (end + 31) >>> 5
  if (size > 0 && size >= length) {
    const words = new Uint32Array(length + 1)
    for (const header of headers) unpackToBits(header, words)
    return { size, words: words.subarray(0, length) }
  }
  const list = new Uint32Array(size)
  let at = 0
  for (const header of headers) {
    unpackToList(header, list, at)
    at += header.size
  }
  return fromSorted(list)
}

/**
 * The changes that turn the chunks of a list into those of `after`, which differs from them only at positions of the
 * `changed` sets. Chunks without such positions stay as they are.
 */
export function changeChunks(
  chunks: readonly PostingChunk[],
  after: PostingList,
  changed: readonly PostingList[],
): ChunkChanges {
  if (chunks.length === 0) return { written: packPostings(after), ended: [] }
  const isChanged = changedChunks(chunks, changed)
  const endOfChanged = (from: number) => {
    const end = isChanged.indexOf(false, from)
    return end < 0 ? chunks.length : end
  }
  const repack = (from: number, to: number) => {
    const start = from === 0 ? 0 : chunks[from]!.start
    return cut(positionsBetween(after, start, chunks[to]?.start), start)
  }
  const written: PostingChunk[] = []
  const ended: number[] = []
  for (let from = isChanged.indexOf(true), to = 0; from >= 0; from = isChanged.indexOf(true, to)) {
    to = endOfChanged(from)
    let repacked = repack(from, to)
    if (to < chunks.length && repacked.length === 1 && repacked[0]!.bytes.length < SMALL_CHUNK_BYTES) {
      const end = endOfChanged(to + 1)
      const united = repack(from, end)
      if (united.length === 1) [to, repacked] = [end, united]
    }
    const before = new Map(chunks.slice(from, to).map(({ start, bytes }) => [start, bytes]))
    for (const chunk of repacked) {
      if (!isEqual(before.get(chunk.start), chunk.bytes)) written.push(chunk)
      before.delete(chunk.start)
    }
    ended.push(...before.keys())
  }
  return { written, ended }
}

/** For each chunk, whether a set has a position in its range. */
function changedChunks(chunks: readonly PostingChunk[], changed: readonly PostingList[]): boolean[] {
  const starts = Uint32Array.from(chunks, ({ start }) => start)
  const isChanged = chunks.map(() => false)
  for (const set of changed) {
    const positions = toSortedPositions(set)
    for (let at = 0; at < positions.length; ) {
      const next = seek(starts, positions[at]! + 1, 0)
      isChanged[Math.max(next, 1) - 1] = true
      at = next < starts.length ? seek(positions, starts[next]!, at) : positions.length
    }
  }
  return isChanged
}

/** The positions of a set from `from`, a multiple of 32, to before `to`. */
function positionsBetween(set: PostingList, from: number, to = Number.POSITIVE_INFINITY): Uint32Array {
  if ('list' in set) return set.list.subarray(seek(set.list, from, 0), seek(set.list, to, 0))
  const words = set.words.subarray(from >>> 5, Math.min(to / 32, set.words.length))
  return indexesOfBits(words, countBits(words)).map((index) => from + index)
}

/** Cuts strictly increasing positions into chunks of about equal length, of which the first starts at `start`. */
function cut(positions: Uint32Array, start: number): PostingChunk[] {
  if (positions.length === 0) return []
  const packing = packingOf(positions)
  if (fits(packing)) return [{ start, bytes: packChunk(positions, start, packing) }]
  const count = Math.max(
    2,
    Math.ceil(packing.payloadBytes / FILLED_BYTES),
    Math.ceil(positions.length / MAX_CHUNK_POSITIONS),
  )
  const chunks: PostingChunk[] = []
  let from = 0
  for (let part = 1; part <= count; part++) {
    const to =
      part === count ? positions.length : wordBorder(positions, from, Math.round((part * positions.length) / count))
    if (to <= from) continue
    chunks.push(...cut(positions.subarray(from, to), from === 0 ? start : positions[from]! & ~31))
    from = to
  }
  return chunks
}

/** How many bytes of a chunk are filled when a list is cut: parts of equal length differ in bytes. */
const FILLED_BYTES = MAX_CHUNK_BYTES * 0.95

/** The index near `index`, and after `from`, at which another word begins than that of the position before it. */
function wordBorder(positions: Uint32Array, from: number, index: number): number {
  const isBorder = (at: number) => positions[at - 1]! >>> 5 !== positions[at]! >>> 5
  for (let at = index; at > from; at--) if (isBorder(at)) return at
  for (let at = index + 1; at < positions.length; at++) if (isBorder(at)) return at
  return positions.length
}

function isEqual(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a?.length === b.length && a.every((byte, index) => byte === b[index])
}
