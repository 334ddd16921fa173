/** What a label is for shoppers: a part of the shop, a choice of products, or a word about a product. */
export type LabelKind = (typeof LABEL_KINDS)[number]

/** The strongest first: a label that is a category anywhere is a category. */
export const LABEL_KINDS = ['category', 'collection', 'tag'] as const

/** The strongest of these kinds; undefined if there is none. */
export function strongestKind(kinds: readonly (LabelKind | undefined)[]): LabelKind | undefined {
  return LABEL_KINDS.find((kind) => kinds.includes(kind))
}

/** The labels of a product that may be categories: those that its catalog does not call tags or collections. */
export function categoriesAmong<Label extends { readonly kind?: LabelKind; readonly parent?: string }>(
  labels: readonly Label[],
): Label[] {
  return labels.filter(({ kind, parent }) => parent !== undefined || kind === undefined || kind === 'category')
}
