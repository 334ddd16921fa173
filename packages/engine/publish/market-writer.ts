import { isDeepStrictEqual } from 'node:util'
import type { Product } from '@vitrine/catalog/product'
import type { BoundedQueue } from '@vitrine/runtime/bounded-queue'
import type { Draft } from '../edition/draft.ts'
import { KINDS, type Kind } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'
import { DraftWriter } from './draft-writer.ts'
import type { MarketView } from './market-views.ts'
import { type ProductChange, type ProductVersion, versionInMarket } from './product-version.ts'

/** Writes to the draft of a market what the changes of a store's products are there. */
export class MarketWriter implements AsyncDisposable {
  readonly #draft: Draft
  readonly #writer: DraftWriter
  readonly #variants = new BitSet()
  #isChanged = false
  /** What the products have that they did not have, and the other way round. A variant that moves is in both. */
  readonly #gained: Readonly<Record<Kind, BitSet>> = { product: new BitSet(), variant: new BitSet() }
  readonly #lost: Readonly<Record<Kind, BitSet>> = { product: new BitSet(), variant: new BitSet() }

  constructor(draft: Draft, queue: BoundedQueue, inWorker?: boolean) {
    this.#draft = draft
    this.#writer = new DraftWriter(draft, this.#variants, queue, inWorker)
  }

  async write(changes: readonly ProductChange[]): Promise<void> {
    const { code } = this.#draft.market!
    const shown = changes.flatMap(({ before, after }) => {
      const [old, now] = [before?.views.get(code), after?.views.get(code)]
      const isSame = isDeepStrictEqual(old, now) && isDeepStrictEqual(before?.alternates, after?.alternates)
      return isSame || !(old || now) ? [] : [{ old, now, before, after }]
    })
    if (shown.length === 0) return
    this.#isChanged = true
    const products = shown.flatMap(({ old, now }) => [old, now].flatMap((view) => view?.product ?? []))
    const positionOf = {
      product: await this.#positions('product', new Set(products.map(({ id }) => id))),
      variant: await this.#positions('variant', new Set(products.flatMap(variantIds))),
    }
    const versionOf = (view: MarketView | undefined, of: ProductVersion | undefined) => {
      if (!view) return undefined
      const { product, storeRate } = view
      const position = positionOf.product.get(product.id)!
      const variantPositions = variantIds(product).map((id) => positionOf.variant.get(id)!)
      return versionInMarket({ product, position, variantPositions }, storeRate, of!.alternates)
    }
    const inMarket = shown.map(({ old, now, before, after }) => ({
      before: versionOf(old, before),
      after: versionOf(now, after),
    }))
    for (const change of inMarket) this.#count(change)
    await this.#writer.changes.write(inMarket)
  }

  /** The cache tags of the answers that the changes make stale; undefined for all answers. */
  tags(): Promise<ReadonlySet<string> | undefined> {
    return this.#writer.tags()
  }

  /** Writes what follows from the changes, and says what the edition of the market holds. */
  async finish(): Promise<void> {
    if (!this.#isChanged) return
    await this.#writer.finish()
    const { productCount, variantCount } = this.#draft.base
    this.#draft.setContents({
      productCount: productCount + this.#gained.product.size - this.#lost.product.size,
      variantCount: variantCount + this.#gained.variant.size - this.#lost.variant.size,
      difference: { products: this.#writer.changes.changedProducts, also: [], tags: await this.tags() },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer[Symbol.asyncDispose]()
  }

  async #positions(kind: Kind, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const positions = await this.#draft.allocatePositions(kind, [...ids])
    return new Map([...ids].map((id, index) => [id, positions[index]!]))
  }

  #count({ before, after }: ProductChange): void {
    for (const kind of KINDS) {
      const [old, now] = [positionsIn(before, kind), positionsIn(after, kind)]
      for (const position of now) if (!old.includes(position)) this.#gained[kind].add(position)
      for (const position of old) if (!now.includes(position)) this.#lost[kind].add(position)
    }
    for (const position of positionsIn(after, 'variant')) this.#variants.add(position)
  }
}

function variantIds({ variants }: Product): string[] {
  return variants.map(({ id }) => id)
}

function positionsIn(version: ProductVersion | undefined, kind: Kind): readonly number[] {
  if (!version) return []
  return kind === 'product' ? [version.position] : version.variantPositions
}
