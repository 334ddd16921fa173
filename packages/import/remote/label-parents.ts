import { isObject } from '../fields.ts'

/** The parents in a list of labels, by the code of the label. Ignores what it does not understand. */
export function parentsIn(body: unknown): Map<string, string> {
  const labels = isObject(body) && Array.isArray(body.data) ? body.data.filter(isObject) : []
  const parents = new Map<string, string>()
  for (const { code, parent } of labels)
    if (typeof code === 'string' && typeof parent === 'string') parents.set(code, parent)
  return parents
}

/** Labels of a product with their parents, as far as the product has these. Only `form=full` of Vitrine has them. */
export function withParents(labels: unknown, parents: ReadonlyMap<string, string>): unknown {
  if (!Array.isArray(labels)) return labels
  const codes = new Set(labels.map((label) => isObject(label) && label.code))
  return labels.map((value) => {
    if (!isObject(value)) return value
    const { parent: _, ...label } = value
    const parent = parents.get(label.code as string)
    return parent !== undefined && codes.has(parent) ? { ...label, parent } : label
  })
}
