import { KERNEL_BYTES } from './kernel-bytes.ts'

/** What `kernels.wat` exports. It describes the functions and the memory. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  matchMasks(first: number): void
  countColumn(length: number): number
  listRuns(width: number, runBits: number, lastRecord: number, size: number, first: number, last: number): number
}

/** Products whose masks fit into the fastest cache of a processor core. */
export const PRODUCT_BLOCK = 16_384

/** A mask of the kernels has a bit for each variant of a product. */
export const MAX_MASK_BITS = 8

/** The variants of a block of products have positions in a range of this length. */
export const MAX_BLOCK_VARIANTS = PRODUCT_BLOCK * MAX_MASK_BITS

/** What a match reads of a block of products. */
interface BlockToMatch {
  /** The first variant of each product, and how many it has. */
  readonly ranges: Uint32Array
  /** A bit for each product of the block: set if it is to be counted. */
  readonly products: Uint32Array
  /** A bit for each variant from `first` on, a multiple of 32: set if it matches. */
  readonly variants: Uint32Array
  readonly first: number
}

/**
 * A block of products that has been matched: each of its products has a mask with a bit for each of its variants, set
 * if it matches. The masks are 0 for products that are not to be counted. Those of products with more variants than a
 * mask has bits, or with variants that are not in `variants`, mean nothing: `outsideBlocks` has these products. The
 * kernels hold the masks of one block; a block whose masks are gone is matched again.
 */
export class MatchedBlock {
  readonly #block: BlockToMatch

  constructor(block: BlockToMatch) {
    this.#block = block
    this.#match()
  }

  /** The products from index `from` to before `to` whose mask has a bit in common with theirs in the block. */
  countColumn(offsets: Uint16Array, masks: Uint8Array, from: number, to: number): number {
    if (inMemory !== this) this.#match()
    const { exports, columnOffsets, columnMasks } = kernels()
    let count = 0
    for (let at = from; at < to; at += columnMasks.length) {
      const end = Math.min(to, at + columnMasks.length)
      columnOffsets.set(offsets.subarray(at, end))
      columnMasks.set(masks.subarray(at, end))
      columnMasks.fill(0, end - at, end - at + LANES)
      count += exports.countColumn(end - at)
    }
    return count
  }

  #match(): void {
    const { exports, blockOfRanges, blockOfProducts, blockOfVariants } = kernels()
    const { ranges, products, variants, first } = this.#block
    blockOfRanges.set(ranges)
    copyAndClear(blockOfProducts, products)
    copyAndClear(blockOfVariants, variants)
    exports.matchMasks(first)
    inMemory = this
  }
}

/** The block whose masks are in the memory of the kernels. */
let inMemory: MatchedBlock | undefined

/** Masks that `countColumn` reads at a time. */
const LANES = 16

function copyAndClear(block: Uint32Array, words: Uint32Array): void {
  block.set(words)
  block.fill(0, words.length)
}

/** The most positions that `listRuns` can write: two pages of memory, and a run may end 32 positions later. */
export const MAX_RUN_POSITIONS = (131_072 - 8192) / Uint32Array.BYTES_PER_ELEMENT - 32

/** What `listRuns` reads. */
interface RunRecords {
  /** At most 8,184 bytes. */
  readonly payload: Uint8Array
  readonly gapBits: number
  readonly runBits: number
  /** How many positions there are, at most `MAX_RUN_POSITIONS`. */
  readonly size: number
  readonly first: number
  readonly last: number
}

/**
 * Writes the positions of records, as `packed-chunk.ts` packs them, to `list` from index `at` on. False if they are not
 * `size` positions from `first` to `last`.
 */
export function listRuns(
  { payload, gapBits, runBits, size, first, last }: RunRecords,
  list: Uint32Array,
  at: number,
): boolean {
  const { exports, bytes, positions } = kernels()
  bytes.set(payload)
  bytes.fill(0, payload.length, payload.length + 8)
  const width = gapBits + runBits
  if (exports.listRuns(width, runBits, payload.length * 8 - width, size, first, last) !== last) return false
  list.set(positions.subarray(0, size), at)
  return true
}

/** The part of the standard that this file needs. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { readonly exports: object }
}

interface Kernels {
  readonly exports: Exports
  readonly bytes: Uint8Array
  readonly positions: Uint32Array
  readonly blockOfRanges: Uint32Array
  readonly blockOfProducts: Uint32Array
  readonly blockOfVariants: Uint32Array
  readonly columnOffsets: Uint16Array
  readonly columnMasks: Uint8Array
}

let loaded: Kernels | undefined

/** Compiles the kernels on first use, in less than a millisecond. */
function kernels(): Kernels {
  loaded ??= load()
  return loaded
}

function load(): Kernels {
  const bytes = Uint8Array.from(atob(KERNEL_BYTES), (character) => character.charCodeAt(0))
  const exports = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Exports
  const { buffer } = exports.memory
  return {
    exports,
    bytes: new Uint8Array(buffer),
    positions: new Uint32Array(buffer, 8192),
    blockOfRanges: new Uint32Array(buffer, 0, PRODUCT_BLOCK * 2),
    blockOfProducts: new Uint32Array(buffer, 131_072, PRODUCT_BLOCK / 32),
    blockOfVariants: new Uint32Array(buffer, 133_120, MAX_BLOCK_VARIANTS / 32 + 2),
    columnOffsets: new Uint16Array(buffer, 165_904, 8192),
    columnMasks: new Uint8Array(buffer, 182_288, 8192),
  }
}
