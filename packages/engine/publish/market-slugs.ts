import { DigestMap } from '@vitrine/catalog/digest-map'
import type { FindingPlace, Problem } from '@vitrine/catalog/submission'
import type { Draft } from '../edition/draft.ts'
import type { ProductChange } from './product-version.ts'

/** Finds products of a market that have the same slug, in an import or in the store. */
export class MarketSlugs {
  readonly #drafts: readonly Draft[]
  /** The slugs that products of the import get in a market, and those that products of the store lose. */
  readonly #claimed = new DigestMap()
  readonly #released = new DigestMap()
  readonly #conflicts: { readonly key: string; readonly isInImport: boolean; readonly problem: Problem }[] = []

  /** The drafts are those of the markets. */
  constructor(drafts: readonly Draft[]) {
    this.#drafts = drafts
  }

  async check(changes: readonly ProductChange[]): Promise<void> {
    for (const draft of this.#drafts) await this.#checkIn(draft, changes)
  }

  /** A problem of each product whose slug another product of a market has and keeps. */
  problems(): Problem[] {
    const isTaken = ({ key, isInImport }: { readonly key: string; readonly isInImport: boolean }) =>
      isInImport || !this.#released.has(key)
    return this.#conflicts.filter(isTaken).map(({ problem }) => problem)
  }

  async #checkIn({ base, market }: Draft, changes: readonly ProductChange[]): Promise<void> {
    const { code } = market!
    const moved = changes.flatMap(({ before, after, place }) => {
      const [old, now] = [before, after].map((version) => version?.views.get(code)?.product)
      if (old?.slug === now?.slug) return []
      if (old) this.#released.claim(`${code}/${old.slug}`, 1)
      return now ? [{ product: now, place }] : []
    })
    const owners = await base.productsBySlug(moved.map(({ product }) => product.slug))
    const known = owners.filter((owner) => owner !== undefined)
    const ids = new Map((await base.productIds(known)).map((id, index) => [known[index]!, id]))
    for (const [index, { product, place }] of moved.entries()) {
      const key = `${code}/${product.slug}`
      const isInImport = this.#claimed.claim(key, 1) !== undefined
      const owner = owners[index]
      if (isInImport || (owner !== undefined && ids.get(owner) !== product.id))
        this.#conflicts.push({ key, isInImport, problem: problemOf(code, product, place) })
    }
  }
}

function problemOf(
  code: string,
  { name, slug }: { readonly name: string; readonly slug: string },
  place: FindingPlace = { line: 0, product: name },
): Problem {
  return {
    ...place,
    path: `markets.${code}.slug`,
    wrong: `"${slug}" is the slug of another product in the market ${code}, which may have none of its own there`,
    right: 'another slug in that market, for this product or for the other one',
  }
}
