/** The codes of option groups that name the brand of a product. */
const BRAND_GROUPS: readonly string[] = ['brand', 'brands', 'vendor']

/** The option group whose options are brands. */
export function brandGroup<Group extends { readonly code: string }>(groups: readonly Group[]): Group | undefined {
  return groups.find(({ code }) => BRAND_GROUPS.includes(code))
}
