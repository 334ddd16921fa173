import type { Parameters } from './asked.ts'
import type { NaiveStore } from './naive.ts'

/** What there is no product and no variant of. */
const UNKNOWN = { id: 'e0000000-0000-4000-8000-00000000ffff', slug: 'no-such-slug', sku: 'no-such-sku' }

/**
 * A request at what the store holds: products and variants are drawn as numbers, and here become their ids (in either
 * case), slugs and skus. A number beyond the last stands for one that there is not.
 */
export function aimed<Request extends { readonly path: string; readonly parameters: Parameters }>(
  request: Request,
  { products }: NaiveStore,
): Request {
  const variants = products.flatMap((product) => product.variants)
  const aim = (name: string, number: number): string => {
    const product = products[number % (products.length + 1)] ?? UNKNOWN
    const variant = variants[number % (variants.length + 1)] ?? UNKNOWN
    if (name === 'slug') return product.slug
    if (name === 'sku') return variant.sku
    const { id } = name === 'id' && request.path === '/store/product-variants' ? variant : product
    return number % 2 === 0 ? id : id.toUpperCase()
  }
  const parameters = request.parameters.map(
    ([name, value]) => [name, AIMED.has(name) && value !== '' ? aim(name, Number(value)) : value] as const,
  )
  return { ...request, parameters }
}

const AIMED = new Set(['product', 'id', 'slug', 'sku'])
