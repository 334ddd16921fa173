import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { kernelBytesFile } from '../../deploy/build-kernels.ts'
import { PLAIN } from '../../src/index/bit-operations.ts'
import { KERNELS } from '../../src/index/kernels.ts'

/** Lengths in words around those of a vector, an iteration, a block, and more than one block. */
const length = fc
  .tuple(fc.constantFrom(0, 4, 8, 16, 32, 512, 4096, 8192), fc.integer({ min: -3, max: 3 }))
  .map(([words, more]) => Math.max(0, words + more))

/** Bit sets of few bits, of random words, and of all bits. */
const bits = fc
  .tuple(length, fc.constantFrom('few', 'random', 'all'), fc.integer())
  .map(([length, kind, seed]) => Uint32Array.from({ length }, (_, index) => wordOf(kind, mixed(seed + index))))

function wordOf(kind: string, random: number): number {
  if (kind === 'all') return 0xffffffff
  if (kind === 'few') return random % 8 === 0 ? 1 << (random >>> 27) : 0
  return random
}

/** A hash of a number (the finalizer of MurmurHash3). */
function mixed(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The words in the middle of others, which no operation may read or write. */
function surrounded(words: Uint32Array, around: number): Uint32Array {
  const all = new Uint32Array(words.length + 20).fill(around)
  all.set(words, 10)
  return all.subarray(10, 10 + words.length)
}

function surroundings(words: Uint32Array): number[] {
  const all = new Uint32Array(words.buffer)
  return [...all.subarray(0, 10), ...all.subarray(10 + words.length)]
}

test('the compiled kernels are those of the source', async () => {
  const path = new URL('../../src/index/kernel-bytes.ts', import.meta.url)
  assert.equal(readFileSync(path, 'utf8'), await kernelBytesFile(), 'run `npm run kernels`')
})

test('kernels that change bits compute what the plain code does, and write nothing else', () => {
  fc.assert(
    fc.property(bits, bits, fc.constantFrom(0, 0xffffffff), (a, b, around) => {
      const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
      for (const [name, first, second] of [
        ['and', shorter, longer],
        ['or', longer, shorter],
      ] as const) {
        const [expected, actual] = [first.slice(), surrounded(first, around)]
        const other = surrounded(second, around)
        PLAIN[name](expected, second)
        KERNELS[name](actual, other)
        assert.deepEqual(actual, expected)
        assert.deepEqual(other, second)
        for (const words of [actual, other]) assert.ok(surroundings(words).every((word) => word === around))
      }
    }),
  )
})

test('the kernel that counts common bits counts what the plain code does', () => {
  fc.assert(
    fc.property(bits, bits, fc.constantFrom(0, 0xffffffff), (a, b, around) => {
      assert.equal(KERNELS.countCommon(surrounded(a, around), surrounded(b, around)), PLAIN.countCommon(a, b))
    }),
  )
})
