import { type Money, moneyOf } from './money.ts'
import type { Label, Market, ProductCard, Store, Vitrine } from './vitrine.ts'
import { type Say, wordsOf } from './words.ts'

/** What all pages of a market show: the shop's name, its currency, and its departments. */
export interface Shop {
  readonly name: string
  readonly store: Store
  readonly money: Money
  /** The words of the shop in its language. */
  readonly say: Say
  readonly language: string
  /** What paths begin with: `/de` in a market `de`, nothing in the store itself. */
  readonly root: string
  /** The store itself and its markets; empty if it has none. */
  readonly markets: readonly Market[]
  /** All labels, each followed by those below it. */
  readonly labels: readonly Label[]
  readonly departments: readonly Department[]
}

export interface Department {
  readonly label: Label
  readonly picture: ProductCard['picture']
}

const MAX_DEPARTMENTS = 12
const PICTURES_TO_CHOOSE_FROM = 8

/** Reads the shop of a client. `code` is that of its market. */
export async function readShop(client: Vitrine, code: string | undefined): Promise<Shop> {
  const [store, labels, all] = await Promise.all([client.store(), client.labels(), client.markets()])
  const markets = all.length > 1 ? all : []
  const { language = 'en' } = markets.length > 0 ? store : {}
  const departments = await readDepartments(client, departmentLabels(labels))
  return {
    ...{ name: store.publicName ?? store.id, store, money: moneyOf(store), labels, departments },
    ...{ say: wordsOf(language), language, root: rootOf(code), markets },
  }
}

/** What the paths of a market begin with. The store itself has no code. */
export function rootOf(code: string | undefined): string {
  return code === undefined ? '' : `/${code}`
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
    labels.map(({ code }) => products.list({ within: code, limit: PICTURES_TO_CHOOSE_FROM, form: 'card' })),
  )
  const used = new Set<string>()
  return labels.map((label, index) => {
    const pictures = pages[index]!.data.flatMap(({ picture }) => picture ?? [])
    const picture = pictures.find(({ path }) => !used.has(path)) ?? pictures[0]
    if (picture) used.add(picture.path)
    return { label, picture }
  })
}
