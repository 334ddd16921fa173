import { type Money, moneyOf } from './money.ts'
import { colorsOf } from './swatch.ts'
import type { Label, ProductCard, Store, Vitrine } from './vitrine.ts'

/** What all pages show: the shop's name, its currency, and its departments. */
export interface Shop {
  readonly name: string
  readonly store: Store
  readonly money: Money
  /** All labels, each followed by those below it. */
  readonly labels: readonly Label[]
  readonly departments: readonly Department[]
  /** The colors of options, by `group:option`, as far as the newest products have them. */
  readonly colors: ReadonlyMap<string, string>
}

export interface Department {
  readonly label: Label
  readonly picture: ProductCard['picture']
}

const MAX_DEPARTMENTS = 8
const PRODUCTS_OF_A_DEPARTMENT = 48

export async function readShop(client: Vitrine): Promise<Shop> {
  const [store, labels] = await Promise.all([client.store(), client.labels()])
  const shown = departmentLabels(labels)
  const products = await Promise.all(shown.map(({ code }) => newestProducts(client, code)))
  const departments = departmentsOf(shown, products)
  const colors = colorsOf(products.flat())
  return { name: store.publicName ?? 'Vitrine', store, money: moneyOf(store), labels, departments, colors }
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

async function newestProducts({ products }: Vitrine, code: string): Promise<readonly ProductCard[]> {
  return (await products.list({ within: code, limit: PRODUCTS_OF_A_DEPARTMENT, form: 'card' })).data
}

/** Each department with the first picture of a product of its own that no department before it has. */
function departmentsOf(labels: readonly Label[], products: readonly (readonly ProductCard[])[]): Department[] {
  const used = new Set<string>()
  return labels.map((label, index) => {
    const pictures = products[index]!.flatMap(({ picture }) => picture ?? [])
    const picture = pictures.find(({ path }) => !used.has(path)) ?? pictures[0]
    if (picture) used.add(picture.path)
    return { label, picture }
  })
}
