import { totalAt } from './answers.ts'
import type { CatalogOptions } from './catalog.ts'
import { Sample } from './sample.ts'

/** How much of a catalog there is, as the service says. */
export type Totals = {
  products: number
  variants: number
  /** Some that find several pages of products. */
  filters: readonly Filter[]
}

/** Codes; how many products they find. */
export type Filter = { label: string; option: string; found: number }

const FILTERS = 30
const TRIES = 200
const SEVERAL_PAGES = 60

/** Asks a server, which from then on remembers what was found. */
export async function totalsOf(address: string, store: string, options: CatalogOptions): Promise<Totals> {
  const total = (path: string) => totalAt(address, { store, path })
  const sample = new Sample(options, 'totals')
  const filters: Filter[] = []
  for (let tries = 0; tries < TRIES && filters.length < FILTERS; tries++) {
    const { label, group, option } = sample.labelAndOption()
    const found = await total(`/store/products?label=${label}&option=${group}:${option}&limit=1`)
    if (found >= SEVERAL_PAGES) filters.push({ label, option: `${group}:${option}`, found })
  }
  return { products: await total('/store/products'), variants: await total('/store/product-variants'), filters }
}
