import type { NativeProduct, NativeVariant } from '../product.ts'

/**
 * The sku, with the number of the product that ends its slug: formats that tell products apart by their skus need all of
 * them to be different, which those of the catalog are not.
 */
export function uniqueSku({ slug }: NativeProduct, { sku }: NativeVariant): string {
  return `${sku}-${slug.slice(slug.lastIndexOf('-') + 1).toUpperCase()}`
}
