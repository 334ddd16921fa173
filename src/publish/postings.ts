import type { Product, Submitted } from '../catalog/product.ts'
import type { Kind, Term } from '../edition/term.ts'
import type { PostingList } from '../index/set-algebra.ts'
import { PostingChanges } from './posting-changes.ts'
import { type PostingChangeLog, PostingStaging } from './staging.ts'
import { termsOf } from './terms.ts'

/** A product as far as posting lists go, with the positions of it and of its variants. */
export interface PositionedProduct {
  readonly product: Submitted<Product>
  /** The product as JSON, where it was made already. */
  readonly text?: string | undefined
  readonly position: number
  /** In the product's order. */
  readonly variantPositions: readonly number[]
}

/** What a product was, and what it is from now on; undefined where there was none, or is none any more. */
export interface ProductChange {
  readonly before: PositionedProduct | undefined
  readonly now: PositionedProduct | undefined
}

/** What an import does to posting lists, from what it does to products. */
export interface PostingCollector extends AsyncDisposable {
  note(replacements: readonly ProductChange[]): Promise<void>

  /** Notes that the list of a term of products is to be written again though its positions stay. */
  touch(term: Term): Promise<void>

  /** All that was noted, by list: by kind and term, some lists of one kind at a time; without those of beginnings. */
  all(): AsyncIterable<readonly PostingChangeLog[]>

  /** What the list of each beginning loses. */
  lossesOf(kind: Kind, terms: readonly Term[]): Promise<PostingList[][]>
}

/** Positions in gathered changes before they are set aside: some 35 MB. */
const GATHERED = 1_000_000

export class PostingCollection implements PostingCollector {
  readonly #changes = new PostingChanges()
  readonly #staging = new PostingStaging()

  async note(replacements: readonly ProductChange[]): Promise<void> {
    for (const { before, now } of replacements) {
      const [old, fresh] = [termsByPosition(before), termsByPosition(now)]
      for (const kind of ['product', 'variant'] as const) this.#note(kind, old[kind], fresh[kind])
    }
    if (this.#changes.size >= GATHERED) this.#staging.add(this.#changes.take())
  }

  async touch(term: Term): Promise<void> {
    this.#changes.touch('product', term)
  }

  async *all(): AsyncGenerator<readonly PostingChangeLog[]> {
    this.#staging.add(this.#changes.take())
    yield* this.#staging.all()
  }

  async lossesOf(kind: Kind, terms: readonly Term[]): Promise<PostingList[][]> {
    return terms.map((term) => this.#staging.lossesOf(kind, term))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#staging[Symbol.dispose]()
  }

  #note(kind: Kind, before: TermsByPosition, now: TermsByPosition): void {
    for (const [position, terms] of now) this.#changes.note(kind, position, before.get(position) ?? NO_TERMS, terms)
    for (const [position, terms] of before) if (!now.has(position)) this.#changes.note(kind, position, terms, NO_TERMS)
  }
}

type TermsByPosition = ReadonlyMap<number, readonly Term[]>

const NO_TERMS: readonly Term[] = []
const NOTHING: Readonly<Record<Kind, TermsByPosition>> = { product: new Map(), variant: new Map() }

function termsByPosition(placed: PositionedProduct | undefined): Readonly<Record<Kind, TermsByPosition>> {
  if (!placed) return NOTHING
  const { product, variants } = termsOf(placed.product)
  return {
    product: new Map([[placed.position, product]]),
    variant: new Map(placed.variantPositions.map((position, index) => [position, variants[index]!])),
  }
}
