/** What a label is for shoppers: a part of the shop, a choice of products, or a word about a product. */
export type LabelKind = (typeof LABEL_KINDS)[number]

/** The strongest first: a label that is a category anywhere is a category. */
export const LABEL_KINDS = ['category', 'collection', 'tag'] as const

/** The strongest of these kinds; undefined if there is none. */
export function strongestKind(kinds: readonly (LabelKind | undefined)[]): LabelKind | undefined {
  return LABEL_KINDS.find((kind) => kinds.includes(kind))
}
