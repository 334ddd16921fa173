import type { Edition } from '@vitrine/engine/edition/edition'
import type { ProductRow, VariantRow } from '@vitrine/engine/edition/rows'
import type { Kind, Sort, Term } from '@vitrine/engine/edition/term'
import { toSortedPositions } from '@vitrine/engine/index/posting-list'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'

/** All that can be read of an edition, with ids in place of positions, which depend on what was loaded before. */
export async function everything(edition: Edition, terms: readonly string[]): Promise<object> {
  const lines: string[] = []
  for await (const line of exportLines(edition)) lines.push(line)
  const state: Record<string, unknown> = { lines, values: await namesOfValues(edition) }
  for (const kind of ['product', 'variant'] as const) {
    const { positions } = await edition.sortOrder(kind, 'createdAt:DESC')
    const forms = kind === 'product' ? (['summary', 'detail'] as const) : (['variant'] as const)
    const bodies = await Promise.all(forms.map((form) => edition.documents(form, [...positions])))
    const idAt = new Map([...positions].map((position, index) => [position, JSON.parse(bodies[0]![index]!).id]))
    const ids = (some: Iterable<number>) => [...some].map((position) => idAt.get(position) ?? `no ${kind} ${position}`)
    state[`${kind} documents`] = bodies
    for (const sort of SORTS[kind].flatMap((field) => [`${field}:ASC`, `${field}:DESC`] as Sort[]))
      state[`${kind} ${sort}`] = ids((await edition.sortOrder(kind, sort)).positions)
    const lists = await edition.postings(kind, terms as readonly Term[])
    state[`${kind} lists`] = terms.map((term, index) => [term, ids(toSortedPositions(lists[index]!)).sort()])
    const rows =
      kind === 'product' ? await edition.productRows([...positions]) : await edition.variantRows([...positions])
    state[`${kind} rows`] = rows.map(withoutPositions)
    for (const field of ['name', 'text'] as const)
      state[`${kind} words of ${field}`] = (await edition.dictionary(kind, field)).split('\n').sort()
    if (kind === 'product') continue
    const productOfVariant = await edition.productOfVariant()
    const { positions: all } = await edition.sortOrder('product', 'createdAt:DESC')
    const productIds = await edition.documents('summary', [...all])
    const productAt = new Map([...all].map((position, index) => [position, JSON.parse(productIds[index]!).id]))
    state.productOfVariant = [...positions].map((position) => productAt.get(productOfVariant[position]!))
    state.variantsWithProduct = [...productOfVariant].filter((product) => product !== 0xffffffff).length
  }
  return state
}

/** A product has the number of its variants instead of their positions. */
function withoutPositions(row: ProductRow | VariantRow | undefined): object {
  const variants = row && 'variants' in row ? { variants: row.variants.split(',').length } : {}
  return { ...row, position: 0, product: 0, here: 0, ...variants }
}

const SORTS: Readonly<Record<Kind, readonly string[]>> = {
  product: ['createdAt', 'updatedAt', 'name', 'price'],
  variant: ['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock'],
}

async function namesOfValues(edition: Edition): Promise<object[]> {
  return (await edition.facetValues()).map(({ postings: _, ...value }) => value)
}
