/** What findings call a product: its name, or else its slug. */
export function nameOf(value: unknown): string {
  const { name, slug } = Object(value) as { readonly name?: unknown; readonly slug?: unknown }
  return [name, slug].find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? ''
}
