// Compiled with the types of the web alone, and never run. Every `@ts-expect-error` is a mistake that the compiler must find.
import {
  type Answers,
  type CountedValue,
  cents,
  createVitrine,
  type FullProduct,
  type FullProductPage,
  type Product,
  type ProductCard,
  type ProductQuery,
  RequestError,
  type SummaryPage,
} from '@vitrine/client'

const shop = createVitrine({
  url: 'https://catalog.example',
  store: 'mine',
  fetch,
  cache: new Map(),
  retries: undefined,
})

export async function right(
  signal: AbortSignal,
  sort: ProductQuery['sortBy'],
  search: string | undefined,
): Promise<void> {
  const page: SummaryPage = await shop.products.list({ search, sortBy: sort, within: 'men' }, { signal })
  const facets: CountedValue[] = (await shop.products.facets({ page: 2, sortBy: sort, facetLimit: 5 })).labels
  const full: FullProductPage = await shop.products.list({ form: 'full', option: { color: ['a'], size: 'm' } })
  const nextInFull: FullProductPage | undefined = await shop.products.next(full)
  const stored: SummaryPage = JSON.parse(JSON.stringify(page))
  const nextOfStored: SummaryPage | undefined = await shop.products.next(stored, { signal })
  for await (const { files } of shop.products.each({ form: 'full' })) files[0]?.file.path.trim()
  for await (const { data } of shop.variants.pages({ sku: ['a'] as const })) cents(data[0]!.price)
  const missing: FullProduct | undefined = await shop.products.bySlug('a')
  console.log(page.meta.search?.dropped, facets, nextInFull, nextOfStored, missing)
}

/** The items have one shape if the form is known, and are one of three if it is not. */
export async function forms(known: ProductQuery, isFull: boolean): Promise<void> {
  const { products, variants } = shop
  const summaries = await products.list()
  const full = await products.list({ form: 'full' })
  const cards = await products.list({ form: 'card' })
  const any = await products.list({ ...known, form: isFull ? 'full' : undefined })
  true satisfies Same<typeof summaries.data, Product[]>
  true satisfies Same<typeof full.data, FullProduct[]>
  true satisfies Same<typeof cards.data, ProductCard[]>
  true satisfies Same<typeof any.data, (Product | ProductCard | FullProduct)[]>
  true satisfies Same<Item<typeof products.each>, Product | ProductCard | FullProduct>
  for await (const product of products.each({ label: 'a' })) true satisfies Same<typeof product, Product>
  for await (const product of products.each({ form: 'full' })) true satisfies Same<typeof product, FullProduct>
  for await (const page of products.pages({ form: 'full' })) true satisfies Same<typeof page, FullProductPage>
  for await (const page of products.pages()) true satisfies Same<typeof page, SummaryPage>
  const page: SummaryPage = full
  const variantPage = await variants.list()
  // @ts-expect-error: a page of products does not lead to variants.
  variants.next(page)
  // @ts-expect-error: a page of variants does not lead to products.
  products.next(variantPage)
  // @ts-expect-error: the products of the next page have no files either.
  products.next(page).then((next) => next!.data[0]!.files)
}

export function wrong(error: unknown): void {
  // @ts-expect-error: the parameter is `label`.
  shop.products.list({ lable: 'sale' })
  // @ts-expect-error: in full, too.
  shop.products.list({ form: 'full', lable: 'sale' })
  // @ts-expect-error: the parameter is `minPrice`.
  shop.products.facets({ minprice: '5' })
  // @ts-expect-error: a price is a decimal text.
  shop.products.list({ minPrice: 5.1 })
  // @ts-expect-error: there is no such order.
  shop.products.list({ sortBy: 'price' })
  // @ts-expect-error: it is true or false.
  shop.products.list({ inStock: 'true' })
  // @ts-expect-error: there is no such form.
  shop.products.list({ form: 'summary' })
  // @ts-expect-error: variants have no slug.
  shop.variants.list({ slug: 'a' })
  // @ts-expect-error: the parameter is `search`.
  shop.products.suggest({ query: 'a' })
  // @ts-expect-error: summaries have no files.
  shop.products.list().then(({ data }) => data[0]!.files)
  // @ts-expect-error: the option is `url`.
  createVitrine({ address: 'https://catalog.example' })
  // @ts-expect-error: there is no such code.
  if (error instanceof RequestError && error.code === 'product-not-fund') console.log(error)
  // @ts-expect-error: a request cannot get the code of a command.
  if (error instanceof RequestError && error.code === 'store-exists') console.log(error)
}

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
type Item<Method extends (...parameters: never[]) => AsyncGenerator> =
  ReturnType<Method> extends AsyncGenerator<infer Item> ? Item : never
type Answer<Method extends (...parameters: never[]) => unknown> = Awaited<ReturnType<Method>>

/** A product in a form that is known only when it is read. */
const product = (form: 'card' | 'full' | undefined): Promise<Answers['getProduct']> =>
  form === 'card' ? shop.products.get('a', { form }) : form ? shop.products.get('a', { form }) : shop.products.get('a')

/** The method for each operation of the document gives the answer of that operation. */
export const answers: {
  [Operation in keyof Answers]: true
} = {
  getStore: true satisfies Same<Answer<typeof shop.store>, Answers['getStore']>,
  listMarkets: true satisfies Same<Answer<typeof shop.markets>, Answers['listMarkets']['data']>,
  listChanges: true satisfies Same<Answer<typeof shop.changes.list>, Answers['listChanges']>,
  listProducts: true satisfies Same<Answer<typeof shop.products.list>, Answers['listProducts']>,
  getProductFacets: true satisfies Same<Answer<typeof shop.products.facets>, Answers['getProductFacets']>,
  suggestProducts: true satisfies Same<Answer<typeof shop.products.suggest>, Answers['suggestProducts']>,
  getProduct: true satisfies Same<Awaited<ReturnType<typeof product>>, Answers['getProduct']>,
  listLabels: true satisfies Same<Answer<typeof shop.labels>, Answers['listLabels']['data']>,
  getLabel: true satisfies Same<Answer<typeof shop.label>, Answers['getLabel']>,
  listVariants: true satisfies Same<Answer<typeof shop.variants.list>, Answers['listVariants']>,
  getVariant: true satisfies Same<Answer<typeof shop.variants.get>, Answers['getVariant']>,
  streamEvents: true satisfies Same<Omit<Item<typeof shop.events>, 'type'>, Omit<Answers['streamEvents'], 'type'>>,
}
