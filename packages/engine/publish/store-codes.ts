import { CodeBook, type CodeOrigins, type CodePath, type GivenCode } from '@vitrine/catalog/code-book'
import { DerivedIds } from '@vitrine/catalog/native/identifiers'
import type { MarketContent, OptionGroup, Product, ProductLabel, Submitted } from '@vitrine/catalog/product'
import type { AcceptedProduct } from '@vitrine/catalog/submission'
import type { Uuid } from '@vitrine/catalog/uuid'
import type { Edition } from '../edition/edition.ts'

/**
 * Gives the products of an import the codes of their store. A file makes codes in its own order, so another file may
 * have `c` for “C++”. The store remembers what it has given to which name, also after the last product with it is gone.
 */
export class StoreCodes {
  readonly #base: Edition
  readonly #ids: DerivedIds
  #book = new CodeBook()

  constructor(base: Edition) {
    this.#base = base
    this.#ids = new DerivedIds(base.store.id)
  }

  /** Reads what the store has given. Comes before the first product. */
  async read(): Promise<void> {
    this.#book = new CodeBook(await this.#base.givenCodes())
  }

  /** The codes that the store has not given before. */
  get added(): readonly GivenCode[] {
    return this.#book.added
  }

  /** The codes of the other paths of the store that end with the name of a path that it did not know. */
  rivalsOf(code: string): readonly string[] {
    return this.#book.rivalsOf(code)
  }

  /** Gives a path that got `code` in this import the code of a path that is gone. */
  move(code: string, former: string): void {
    this.#book.move(code, former)
  }

  /** The product with other codes of labels. */
  withLabels(submission: AcceptedProduct, labels: CodeChanges): AcceptedProduct {
    return { ...submission, product: this.#changed(submission.product, { labels, groups: new Map() }) }
  }

  /** The product with the codes of the store in place of codes that were made from names. */
  applyTo<Accepted extends Coded>(submission: Accepted): Accepted {
    const { product, codes } = submission
    const changes = { labels: this.#labels(submission), groups: this.#groups(product, codes) }
    if (changes.labels.size === 0 && changes.groups.size === 0) return submission
    return { ...submission, product: this.#changed(product, changes) }
  }

  /** The codes of labels that the store has given otherwise. */
  #labels({ product, codes, topCategories }: Coded): CodeChanges {
    const { labelValues, variants } = product
    const byCode = new Map(labelValues.map((label) => [label.code, label]))
    const isStated = (code: string) => codes?.isStated('label', code) ?? true
    const isTaken = (code: string) => byCode.has(code) && isStated(code)
    const changes = new Map<string, string>()
    const give = (path: CodePath, code: string) => {
      if (isStated(code)) return
      const given = this.#book.make('label', path, isTaken)
      if (given !== code) changes.set(code, given)
    }
    for (const label of labelValues) give(pathOf(label, byCode, topCategories), label.code)
    for (const { labelValues } of variants)
      for (const { name, code } of labelValues) if (!byCode.has(code)) give(name, code)
    return changes
  }

  /** The codes of groups and of their options that the store has given otherwise, by the codes of the groups. */
  #groups({ optionGroups }: Submitted<Product>, codes: CodeOrigins | undefined): ReadonlyMap<string, GroupChange> {
    const changes = new Map<string, GroupChange>()
    const isTaken = (code: string) => isStatedAmong(optionGroups, code, (one) => codes?.isStated('group', one) ?? true)
    for (const { name, code, options } of optionGroups) {
      const isStated = codes?.isStated('group', code) ?? true
      const group = isStated ? code : this.#book.make('group', name, isTaken)
      const ofOptions = this.#options(options, code, group, codes)
      if (group !== code || ofOptions.size > 0) changes.set(code, { group, options: ofOptions })
    }
    return changes
  }

  #options(options: Submitted<OptionGroup>['options'], own: string, group: string, codes: CodeOrigins | undefined) {
    const isStated = (code: string) => codes?.isStated(`option:${own}`, code) ?? true
    const isTaken = (code: string) => isStatedAmong(options, code, isStated)
    const changes = new Map<string, string>()
    for (const { name, code } of options) {
      if (isStated(code)) continue
      const given = this.#book.make(`option:${group}`, name, isTaken)
      if (given !== code) changes.set(code, given)
    }
    return changes
  }

  #changed(product: Submitted<Product>, { labels, groups }: Changes): Submitted<Product> {
    const labelWith = <Label extends Submitted<ProductLabel>>(label: Label): Label => {
      const code = labels.get(label.code) ?? label.code
      const parent = label.parent === undefined ? undefined : (labels.get(label.parent) ?? label.parent)
      return { ...label, ...this.#coded(label, code, 'label'), ...(parent !== undefined && { parent }) }
    }
    const options = new Map<Uuid, { readonly id: Uuid; readonly code: string }>()
    const optionGroups = product.optionGroups.map((group) => {
      const change = groups.get(group.code)
      if (!change) return group
      const changed = group.options.map((option) => {
        const code = change.options.get(option.code) ?? option.code
        const isDerived = option.id === this.#ids.cached('option', group.code, option.code)
        const coded = { id: isDerived ? this.#ids.cached('option', change.group, code) : option.id, code }
        options.set(option.id, coded)
        return { ...option, ...coded }
      })
      return { ...group, ...this.#coded(group, change.group, 'group'), options: changed }
    })
    return {
      ...product,
      variants: product.variants.map((variant) => ({
        ...variant,
        productOptions: variant.productOptions.map((option) => ({ ...option, ...options.get(option.id) })),
        labelValues: variant.labelValues.map(labelWith),
      })),
      optionGroups,
      labelValues: product.labelValues.map(labelWith),
      ...(product.markets && {
        markets: Object.fromEntries(
          Object.entries(product.markets).map(([market, content]) => [market, withCodes(content, { labels, groups })]),
        ),
      }),
    }
  }

  /** The code, with an id that is derived from it if the old one was derived from the old code. */
  #coded({ id, code: own }: { readonly id: Uuid; readonly code: string }, code: string, kind: 'label' | 'group') {
    return { id: id === this.#ids.cached(kind, own) ? this.#ids.cached(kind, code) : id, code }
  }
}

type Coded = Pick<AcceptedProduct, 'product' | 'codes' | 'topCategories'>

/** Codes of a file, and those of the store where they differ. */
type CodeChanges = ReadonlyMap<string, string>

interface GroupChange {
  /** The code of the group in the store. */
  readonly group: string
  readonly options: CodeChanges
}

interface Changes {
  readonly labels: CodeChanges
  readonly groups: ReadonlyMap<string, GroupChange>
}

/** What the code of a label is of. */
function pathOf(
  label: Submitted<ProductLabel>,
  byCode: ReadonlyMap<string, Submitted<ProductLabel>>,
  topCategories: Coded['topCategories'],
): CodePath {
  const { name, code, parent, kind } = label
  if (parent === undefined) {
    if (topCategories?.has(code)) return [name]
    return kind === 'tag' ? { tag: name } : name
  }
  const names: string[] = []
  for (let each: typeof label | undefined = label; each; each = each.parent ? byCode.get(each.parent) : undefined)
    names.unshift(each.name)
  return names
}

function isStatedAmong(
  items: readonly { readonly code: string }[],
  code: string,
  isStated: (code: string) => boolean,
): boolean {
  return items.some((item) => item.code === code) && isStated(code)
}

/** What a product is in a market, with other codes. */
function withCodes(content: MarketContent, { labels, groups }: Changes): MarketContent {
  const renamed = <Value>(values: Readonly<Record<string, Value>>, changes: CodeChanges) =>
    Object.fromEntries(Object.entries(values).map(([code, value]) => [changes.get(code) ?? code, value]))
  const { labelValues, optionGroups } = content
  const groupsOf = (values: NonNullable<typeof optionGroups>) =>
    Object.entries(values).map(([code, { options, ...group }]) => {
      const change = groups.get(code)
      const changed = options && change ? renamed(options, change.options) : options
      return [change?.group ?? code, { ...group, ...(changed && { options: changed }) }]
    })
  return {
    ...content,
    ...(labelValues && { labelValues: renamed(labelValues, labels) }),
    ...(optionGroups && { optionGroups: Object.fromEntries(groupsOf(optionGroups)) }),
  }
}
