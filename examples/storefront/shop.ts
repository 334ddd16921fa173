import { type Money, moneyOf } from './money.ts'
import type { Label, ProductCard, Store, Vitrine } from './vitrine.ts'

/** What all pages show: the shop's name, its currency, and its departments. */
export interface Shop {
  readonly name: string
  readonly store: Store
  readonly money: Money
  /** All labels, each followed by those below it. */
  readonly labels: readonly Label[]
  readonly departments: readonly Department[]
}

export interface Department {
  readonly label: Label
  readonly picture: ProductCard['picture']
}

const MAX_DEPARTMENTS = 8

export async function readShop(client: Vitrine): Promise<Shop> {
  const [store, labels] = await Promise.all([client.store(), client.labels()])
  const departments = await readDepartments(client, departmentLabels(labels))
  return { name: store.publicName ?? 'Vitrine', store, money: moneyOf(store), labels, departments }
}

/** The labels from the root to the one with this code. Empty for an unknown code. */
export function labelPath(labels: readonly Label[], code: string | undefined): Label[] {
  const label = labels.find((each) => each.code === code)
  return label ? [...labelPath(labels, label.parent), label] : []
}

export function labelName({ labels }: Shop, code: string): string {
  return labels.find((label) => label.code === code)?.name ?? code
}

/** The categories at the top, in the order of the server. All labels, if the catalog does not tell categories apart. */
function departmentLabels(labels: readonly Label[]): Label[] {
  const shown = labels.filter(({ parent, hidden }) => parent === undefined && !hidden)
  const categories = shown.filter(({ kind }) => kind === 'category')
  return (categories.length > 0 ? categories : shown).slice(0, MAX_DEPARTMENTS)
}

/** Each department with the first picture of a product of its own that no department before it has. */
async function readDepartments({ products }: Vitrine, labels: readonly Label[]): Promise<Department[]> {
  const pages = await Promise.all(
    labels.map(({ code }) => products.list({ within: code, limit: MAX_DEPARTMENTS, form: 'card' })),
  )
  const used = new Set<string>()
  return labels.map((label, index) => {
    const pictures = pages[index]!.data.flatMap(({ picture }) => picture ?? [])
    const picture = pictures.find(({ path }) => !used.has(path)) ?? pictures[0]
    if (picture) used.add(picture.path)
    return { label, picture }
  })
}
