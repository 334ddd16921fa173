/**
 * The names of a category and of those above it, the outermost first: “Drinks > Tea”. Empty if nothing has the id.
 * Stops at a category that is above itself by mistake, and at the most levels that a shop has.
 */
export function categoryPath(
  id: string,
  categoryOf: (id: string) => NamedCategory | undefined,
  below: readonly string[] = [],
): string {
  const category = categoryOf(id)
  if (!category || below.length > MAX_LEVELS || below.includes(id)) return ''
  const { names, parentId } = category
  const above = categoryPath(parentId, categoryOf, [...below, id])
  return (above === '' ? names : [above, ...names.slice(-1)]).join(' > ')
}

/** A category as a file names it. */
export interface NamedCategory {
  /** Its name, after those of the categories that it stands in; empty if it has none. */
  readonly names: readonly string[]
  /** The id of the category above it; '' if there is none. */
  readonly parentId: string
}

/** Levels of categories. */
const MAX_LEVELS = 20
