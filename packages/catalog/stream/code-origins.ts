import type { CodeOrigins, CodeScope } from '../code-book.ts'
import type { Product, Submitted } from '../product.ts'
import type { AcceptedProduct } from '../submission.ts'

/**
 * Which codes of a product the store may replace by its own, since they were made from names: true for all, or a list
 * of `scope/code`; undefined for none.
 */
export function madeCodes({ product, codes }: AcceptedProduct): true | readonly string[] | undefined {
  if (!codes) return undefined
  const all = codesIn(product)
  const made = all.filter(([scope, code]) => !codes.isStated(scope, code))
  if (made.length === 0) return undefined
  return made.length === all.length || made.map(([scope, code]) => `${scope}/${code}`)
}

/** Which codes of a product of a stream are stated. `made` is what `madeCodes` gave. */
export function originsOf(made: true | readonly string[] | undefined): CodeOrigins {
  const isMade = Array.isArray(made) ? new Set<string>(made) : undefined
  return { isStated: (scope, code) => (isMade ? !isMade.has(`${scope}/${code}`) : made === undefined) }
}

function codesIn({ labelValues, optionGroups, variants }: Submitted<Product>): (readonly [CodeScope, string])[] {
  return [
    ...[labelValues, ...variants.map((variant) => variant.labelValues)]
      .flat()
      .map(({ code }) => ['label', code] as const),
    ...optionGroups.flatMap((group) => [
      ['group', group.code] as const,
      ...group.options.map(({ code }) => [`option:${group.code}`, code] as const),
    ]),
  ]
}
