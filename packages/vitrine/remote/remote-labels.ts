import { LABEL_FIELDS, labelEntriesIn } from '@vitrine/catalog/declared/label-entries'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import { isObject } from '@vitrine/catalog/native/fields'
import type { ProductLabel, Submitted } from '@vitrine/catalog/product'

/** The list of labels of a server, which has what is not in its products: the parents of labels, and their texts. */
export class RemoteLabels {
  readonly #listed: readonly ListedLabel[]
  readonly #parents: ReadonlyMap<unknown, unknown>
  /** The codes of labels with the names that products give them. */
  readonly #names = new Set<string>()

  constructor(listed: readonly ListedLabel[]) {
    this.#listed = listed
    this.#parents = new Map(listed.map(({ code, parent }) => [code, parent]))
  }

  /** Labels of a product with their parents, as far as the product has these. */
  withParents(labels: unknown): unknown {
    if (!Array.isArray(labels)) return labels
    const codes = new Set(labels.map((label) => isObject(label) && label.code))
    return labels.map((value) => {
      if (!isObject(value)) return value
      const { parent: _, ...label } = value
      const parent = this.#parents.get(label.code)
      return typeof parent === 'string' && codes.has(parent) ? { ...label, parent } : label
    })
  }

  /** Notes the names of a product's labels. */
  addNames(labels: readonly Submitted<ProductLabel>[]): void {
    for (const { code, name } of labels) this.#names.add(`${code} ${name}`)
  }

  /**
   * What the operator of the server says of labels, by code; undefined if that is nothing or cannot be read. A name is
   * the operator's if no product has it.
   */
  entries(onUnreadable: (sentence: string) => void): readonly LabelEntry[] | undefined {
    const isText = ({ code }: ListedLabel, [field, value]: [string, unknown]) =>
      LABEL_FIELDS.has(field) && value !== null && !(field === 'name' && this.#names.has(`${code} ${value}`))
    const texts = this.#listed.map((label) => Object.entries(label).filter((entry) => isText(label, entry)))
    const { entries, problems } = labelEntriesIn(texts.filter(({ length }) => length > 1).map(Object.fromEntries))
    const [problem] = problems
    if (problem) {
      const { where, wrong, right } = problem
      onUnreadable(`the texts of labels on the server are left out: ${where} ${wrong}; expected ${right}`)
      return undefined
    }
    return entries.length > 0 ? entries.toSorted((a, b) => (a.code < b.code ? -1 : 1)) : undefined
  }
}

/** The labels in the answer of a server; none if it is not a list of labels. */
export function labelsIn(body: unknown): ListedLabel[] {
  const labels = isObject(body) && Array.isArray(body.data) ? body.data.filter(isObject) : []
  return labels.filter(({ code }) => typeof code === 'string')
}

type ListedLabel = Readonly<Record<string, unknown>>
