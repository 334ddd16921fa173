import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_CHUNK_BYTES } from '@vitrine/engine/index/packed-chunk'
import { changeChunks, type PostingChunk, packPostings, unpackPostings } from '@vitrine/engine/index/posting-chunks'
import { type PostingList, toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import fc from 'fast-check'
import { COMPLETE_ONLY, cases } from '../quick.ts'
import { sorted } from './posting-lists.ts'

const numRuns = cases({ quick: 100, complete: 1000 })

/** Positions as they are in catalogs: a few, many with gaps of a size, runs of a length, and far ones. */
const lists = fc.oneof(
  fc.uniqueArray(fc.nat(5_000_000), { maxLength: 60 }),
  fc.uniqueArray(fc.nat(200), { maxLength: 100 }),
  fc.uniqueArray(fc.nat(2 ** 31 - 2000), { maxLength: 5 }),
  fc
    .record({
      first: fc.nat(100_000),
      gap: fc.nat({ max: 5000 }),
      run: fc.integer({ min: 1, max: 300 }),
      length: fc.nat(15_000),
      seed: fc.nat(),
    })
    .map(({ first, gap, run, length, seed }) => {
      const list: number[] = []
      let [position, state] = [first, seed]
      while (list.length < length) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        for (let left = 1 + ((state >>> 3) % run); left > 0; left--) list.push(position++)
        position += (state >>> 12) % (gap + 1)
      }
      return list
    }),
)

const listOf = (chunks: readonly PostingChunk[]) => [...toSortedPositions(unpackPostings(chunks))]

/** The chunks of a list after its changes, as a reader of the database has them. */
function applied(
  chunks: readonly PostingChunk[],
  { written, ended }: ReturnType<typeof changeChunks>,
): readonly PostingChunk[] {
  const byStart = new Map(chunks.map((chunk) => [chunk.start, chunk]))
  for (const start of ended) byStart.delete(start)
  for (const chunk of written) byStart.set(chunk.start, chunk)
  return [...byStart.values()].sort((a, b) => a.start - b.start)
}

test('a set is the same after it was packed and unpacked, in chunks that fit into a row', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const set = toPostingList(list)
      const chunks = packPostings(set)
      assert.ok(chunks.every(({ bytes }) => bytes.length <= MAX_CHUNK_BYTES))
      assert.deepEqual(
        chunks.map(({ start }) => start % 32),
        chunks.map(() => 0),
      )
      const unpacked = unpackPostings(chunks)
      assert.deepEqual(unpacked, set)
    }),
    { numRuns },
  )
})

test('chunks of a changed set hold the changed set, and those without changes stay', { skip: COMPLETE_ONLY }, () => {
  const changes = fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), isAdded: fc.boolean() }))
  fc.assert(
    fc.property(lists, fc.array(changes, { minLength: 1, maxLength: 4 }), fc.boolean(), (list, rounds, isEmptied) => {
      let positions = sorted(list)
      let chunks: readonly PostingChunk[] = packPostings(toPostingList(positions))
      for (const round of rounds) {
        const [added, removed] = [new Set<number>(), new Set<number>()]
        for (const { at, isAdded } of round) {
          const near = positions[Math.floor(at * (positions.length - 1))] ?? 7
          if (isAdded) added.add(Math.floor(near + at * 1000))
          else removed.add(near)
        }
        positions = sorted([...positions.filter((position) => !removed.has(position)), ...added])
        const sets = [toPostingList(added), toPostingList(removed)]
        const change = changeChunks(chunks, toPostingList(positions), sets)
        chunks = applied(chunks, change)
        assert.deepEqual(listOf(chunks), positions)
      }
      const all = toPostingList(positions)
      if (isEmptied) assert.deepEqual(applied(chunks, changeChunks(chunks, toPostingList([]), [all])), [])
    }),
    { numRuns },
  )
})

/** A hundred thousand positions, a hundred apart: some fifteen chunks. */
const LONG: PostingList = toPostingList(Uint32Array.from({ length: 100_000 }, (_, index) => index * 100 + (index % 13)))

test('one changed position of a long list changes one chunk', () => {
  const chunks = packPostings(LONG)
  assert.ok(chunks.length > 10)
  const added = toPostingList([5_000_050])
  const after = toPostingList([...toSortedPositions(LONG), 5_000_050])
  const { written, ended } = changeChunks(chunks, after, [added])
  assert.ok(written.length <= 2)
  assert.deepEqual(ended, [])
})

test('a list whose positions stay has no changes', () => {
  assert.deepEqual(changeChunks(packPostings(LONG), LONG, [LONG]), { written: [], ended: [] })
})

test('a chunk that loses nearly all positions is united with the next one if both fit into one', () => {
  const all = Array.from({ length: 10_000 }, (_, index) => index * 100 + (index % 13))
  const chunks = packPostings(toPostingList(all))
  assert.equal(chunks.length, 2)
  const { start } = chunks[1]!
  const fewAtEnd = toPostingList(all.filter((position) => position < start + 1000))
  const shrunk = changeChunks(chunks, fewAtEnd, [toPostingList(all.filter((position) => position >= start + 1000))])
  assert.deepEqual([shrunk.written.map((chunk) => chunk.start), shrunk.ended], [[start], []])
  const few = toPostingList(all.filter((position) => Math.abs(position - start) < 1000))
  const united = changeChunks(applied(chunks, shrunk), few, [
    toPostingList(all.filter((position) => position < start - 999)),
  ])
  assert.deepEqual([united.written.map((chunk) => chunk.start), united.ended], [[0], [start]])
})

const bytesOf = (...positions: number[]) => packPostings(toPostingList(positions)).map(({ bytes }) => [...bytes])

test('the stored form of positions is fixed', () => {
  // One position: no gaps, 1 position, 300 = 44 + 2 × 128.
  assert.deepEqual(bytesOf(300), [[0, 1, 0b1010_1100, 2]])
  // A run: no gaps, 3 positions from 7 to 7 + 2.
  assert.deepEqual(bytesOf(7, 8, 9), [[0, 3, 7, 2]])
  // Gaps of 0 and 499 in 9 bits each.
  assert.deepEqual(bytesOf(1, 501), [[9, 2, 1, 0b1111_0100, 3, 0, 0b1110_0110, 3]])
  // Runs of 4 and 3 after gaps of 0 and 999: 10 bits for the gap above 2 bits for the run.
  assert.deepEqual(bytesOf(0, 1, 2, 3, 1003, 1004, 1005), [
    [10 | (2 << 5), 7, 0, 0b1110_1101, 7, 0b0000_0011, 0b1110_0000, 0b1111_1001],
  ])
  // Bits 1, 3 and 8 of the word of position 32.
  assert.deepEqual(bytesOf(33, 35, 40), [[31, 3, 33, 7, 0b1010, 1]])
})

test('a chunk of more positions than the memory of a kernel has is read', () => {
  const set = toPostingList(runsOf([64, 32, 96], 3000))
  const chunks = packPostings(set)
  assert.deepEqual(packingsOf([...toSortedPositions(set)]), [[12, 5]])
  assert.deepEqual(unpackPostings(chunks), set)
})

/** The gap bits and the run bits of each chunk. 31 gap bits stand for a bit set. */
const packingsOf = (positions: readonly number[]) =>
  packPostings(toPostingList(positions)).map(({ bytes }) => [bytes[0]! & 31, bytes[0]! >>> 5])

/** Runs of some lengths, in turn, with a gap after each. */
const runsOf = (lengths: readonly number[], gap: number) =>
  Array.from({ length: 600 }, (_, index) => index).flatMap((index) =>
    Array.from({ length: lengths[index % lengths.length]! }, (_, at) => index * gap + at),
  )

test('the packing is one that is read fast, unless another is much smaller', () => {
  // Records of runs would take 83 % of the bytes of gaps, then 45 %.
  assert.deepEqual(packingsOf(runsOf([1, 1, 2], 200)), [[8, 0]])
  assert.deepEqual(packingsOf(runsOf([4], 200)), [[8, 2]])
  // A bit set takes 2,400 bytes more than 600 records, where one position in eight is in the list.
  assert.deepEqual(packingsOf(runsOf([4], 32)), [[31, 0]])
})

test('damaged bytes give an error or a list, and never more', () => {
  const damages = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(lists, damages, fc.nat(3), (list, changes, cutOff) => {
      const chunks = packPostings(toPostingList(list)).map(({ start, bytes }) => ({ start, bytes: bytes.slice() }))
      if (chunks.length === 0) return
      for (const { at, byte } of changes) {
        const { bytes } = chunks[at % chunks.length]!
        bytes[at % (at % 2 === 0 ? Math.min(8, bytes.length) : bytes.length)] = byte
      }
      const last = chunks.at(-1)!
      chunks[chunks.length - 1] = { ...last, bytes: last.bytes.subarray(0, last.bytes.length - cutOff) }
      try {
        const set = unpackPostings(chunks)
        // The bits of a bit set are not counted when it is read: that would take longer than to read it.
        const positions = 'words' in set ? [] : toSortedPositions(set)
        for (let i = 1; i < positions.length; i++) assert.ok(positions[i]! > positions[i - 1]!)
      } catch (error) {
        assert.match((error as Error).message, /^a posting list is damaged: /)
      }
    }),
    { numRuns },
  )
})

test('an error says how a list is damaged', () => {
  const refuses = (start: number, bytes: readonly number[], reason: RegExp) =>
    assert.throws(() => unpackPostings([{ start, bytes: Uint8Array.from(bytes) }]), reason)
  refuses(0, [], /header is cut off/)
  refuses(0, [0, 255, 255, 255, 255, 255, 255], /header is cut off/)
  refuses(0, [0, 0, 0, 0], /cannot have 0 positions/)
  refuses(0, [0, 3, 7, 1], /cannot have 3 positions from 7 to 8/)
  refuses(0, [9, 2, 1, 244, 3, 0, 230], /2 positions from 1 to 501 do not take 2 bytes/)
  refuses(0, [9, 2, 1, 244, 3, 0, 231, 3], /2 positions do not end with 501/)
  refuses(0, [9 | (6 << 5), 2, 1, 244, 3, 0, 230, 3], /2 positions from 1 to 501 do not take 3 bytes/)
  refuses(0, [31, 3, 33, 7, 0b1000, 1], /bits do not begin and end/)
  refuses(8, [0, 1, 0], /chunk of 8 begins within/)
  const chunk = packPostings(toPostingList([1, 90]))[0]!
  assert.throws(() => unpackPostings([chunk, { start: 64, bytes: chunk.bytes }]), /chunk of 64 begins within/)
})
