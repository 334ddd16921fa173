import { slugify } from '../../catalog/slug.ts'
import { DigestMap } from '../../index/digest-map.ts'
import { truncate } from '../json-path.ts'

/** The longest slug or code, in UTF-16 units. */
export const SLUG_LIMIT = 200

/** The slugs of a file, each with the line of its product. */
export class UniqueSlugs {
  readonly #lines = new DigestMap()
  /** Per slug that was wanted again: the first number that may be free. */
  readonly #numbers = new Map<string, number>()

  has(slug: string): boolean {
    return this.#lines.has(slug)
  }

  /** Takes the slug for a product; the line of the product that has it already, if there is one. */
  claim(slug: string, line: number): number | undefined {
    return this.#lines.claim(slug, line)
  }

  /** A slug for a product that gives none, and that no product before has: `shirt`, `shirt-2`, `shirt-3`, … */
  make(name: string, line: number): string {
    const base = shortSlug(name) || 'product'
    if (this.claim(base, line) === undefined) return base
    const slug = this.#numbered(base)
    this.claim(slug, line)
    return slug
  }

  /** Goes on where it stopped before, so that a million shirts are not a million million questions. */
  #numbered(base: string): string {
    let number = this.#numbers.get(base) ?? 2
    while (this.#lines.has(`${base}-${number}`)) number++
    this.#numbers.set(base, number + 1)
    return `${base}-${number}`
  }
}

/** `slugify`, with room for a number within the limit. */
export function shortSlug(name: string): string {
  return truncate(slugify(name), SLUG_LIMIT - 10).replace(/-$/, '')
}
