import type { Steps } from '@vitrine/runtime/steps'
import type { ForwardIndex } from './forward-index.ts'
import { type MatchedBlock, PRODUCT_BLOCK } from './kernels.ts'
import { rangesUpTo } from './steps.ts'

/**
 * The masks of options, transposed: option by option within each block of products.
 *
 *     offsets  … 0 3 4 8 | 1 3 7 | …   the products of an option, counted from the start of the block
 *     masks    … the variants of these products that have the option
 *
 * Product by product, each option of each product writes to the counts. Here a kernel counts the column of an option in
 * a register, and the match masks of the block are in the processor's cache.
 */
export class MaskColumns {
  /**
   * The column of the option o in block b has the indexes from `starts[b * optionCount + o]` to before the next start.
   */
  readonly #starts: Uint32Array
  readonly #offsets: Uint16Array
  readonly #masks: Uint8Array
  readonly #optionCount: number

  private constructor(starts: Uint32Array, optionCount: number) {
    this.#starts = starts
    this.#optionCount = optionCount
    this.#offsets = new Uint16Array(starts.at(-1)!)
    this.#masks = new Uint8Array(starts.at(-1)!)
  }

  /**
   * Counting sort: `starts[c + 2]` first holds the size of column c, then its start; after filling, `starts[c + 1]`
   * holds its end.
   */
  static *build(input: ColumnInput): Steps<MaskColumns> {
    const optionCount = input.isIncluded.length
    const blocks = [...rangesUpTo(input.options.extent, PRODUCT_BLOCK)]
    const starts = new Uint32Array(blocks.length * optionCount + 2)
    for (const [block, [from, to]] of blocks.entries()) {
      countOptions(input, from, to, starts.subarray(block * optionCount + 2))
      yield to - from
    }
    for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
    const columns = new MaskColumns(starts, optionCount)
    for (const [block, [from, to]] of blocks.entries()) {
      columns.#fill(input, from, to, starts.subarray(block * optionCount + 1))
      yield to - from
    }
    return columns
  }

  /** Memory, in bytes. */
  get bytes(): number {
    return this.#starts.byteLength + this.#offsets.byteLength + this.#masks.byteLength
  }

  /**
   * Adds to `counts[o]`, for each of these options o, the products of a block that have the option on a matching
   * variant. `matched` is what `VariantsByProduct.matchBlock` returned for the block.
   */
  count(block: number, matched: MatchedBlock, options: readonly number[], counts: Uint32Array): void {
    for (const option of options) {
      const column = block * this.#optionCount + option
      const [from, to] = [this.#starts[column]!, this.#starts[column + 1]!]
      counts[option]! += matched.countColumn(this.#offsets, this.#masks, from, to)
    }
  }

  #fill({ options, masks, isIncluded, includes }: ColumnInput, from: number, to: number, ends: Uint32Array): void {
    const { starts, values } = options
    for (let product = from; product < to; product++) {
      if (!includes(product)) continue
      for (let at = starts[product]!; at < starts[product + 1]!; at++) {
        if (isIncluded[values[at]!] === 0) continue
        const place = ends[values[at]!]!++
        this.#offsets[place] = product - from
        this.#masks[place] = masks[at]!
      }
    }
  }
}

/** What columns are built of. */
interface ColumnInput {
  readonly options: ForwardIndex
  /** The mask next to each option of `options`. */
  readonly masks: Uint8Array | Uint16Array | Uint32Array
  /** By option: 1 for the options to include. */
  readonly isIncluded: Uint8Array
  /** Whether to include a product. It has at most 8 variants. */
  includes(product: number): boolean
}

function countOptions(input: ColumnInput, from: number, to: number, counts: Uint32Array): void {
  const { options, isIncluded, includes } = input
  const { starts, values } = options
  for (let product = from; product < to; product++)
    if (includes(product))
      for (let at = starts[product]!; at < starts[product + 1]!; at++)
        if (isIncluded[values[at]!] === 1) counts[values[at]!]!++
}
