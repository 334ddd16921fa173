import { valuesOf } from './query.ts'

/** The conditions that decide on the tags of a list. */
interface TaggedQuery {
  readonly search?: unknown
  readonly related?: unknown
  readonly slug?: unknown
  readonly within?: unknown
  readonly label?: unknown
}

/** The names of the tags of the product with an id, besides that of the store. */
export function productTagNames(id: string): string[] {
  return [`product:${id.toLowerCase()}`]
}

/** The names of the tags of a list of products, or of facets, besides that of the store. */
export function listTagNames({ search, related, slug, within, label }: TaggedQuery, facets: boolean): string[] {
  // The service finds a label in each form of its letters, and names of categories in the composed one.
  const labels = valuesOf(label).flatMap((code) => [code, code.normalize('NFC'), code.normalize('NFD')])
  const scope = valuesOf(within).map((code) => code.normalize())
  const codes = [...new Set(scope.length > 0 ? scope : labels)]
  const dependsOnAll = valuesOf([search, related, slug]).some((value) => value.trim() !== '')
  const isBroad = codes.length === 0 || codes.length > 8 || (facets && labels.length > 0)
  return dependsOnAll || isBroad ? ['lists'] : codes.map((code) => `label:${code}`)
}

/** The tags of the store and of these names: the first 12 hexadecimal digits of a SHA-256, as the service has them. */
export async function cacheTags(store: string, names: readonly string[]): Promise<string[]> {
  return await Promise.all(
    ['', ...names].map(async (name) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${store}\0${name}`))
      return Array.from(new Uint8Array(digest, 0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('')
    }),
  )
}
