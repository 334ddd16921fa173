import type { Product } from './product.ts'

/** The URL of a product in the shop. `template` is the setting `productUrl` of the store. */
export function productPage(template: string, { id, slug }: Pick<Product, 'id' | 'slug'>, sku: string): string {
  const values: Readonly<Record<string, string>> = { '{slug}': slug, '{id}': id, '{sku}': sku }
  return template.replace(/\{(?:slug|id|sku)\}/g, (name) => encodeURIComponent(values[name]!))
}

/**
 * The http(s) URL of a picture. A relative path is below `base`. undefined if the path is relative without a base, or
 * no http(s) URL.
 */
export function pictureUrl(path: string, base: string | undefined): string | undefined {
  const url = URL.parse(path, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
