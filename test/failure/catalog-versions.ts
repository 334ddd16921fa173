import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { startTestServer, type TestServer } from '../database/test-server.ts'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

export const STORE = storeNamed('steady')
export const STORE_HEADERS = { 'x-store-id': STORE.id }

/** The origin of all links, the same for every server. */
export const PUBLIC_URL = 'https://shop.example'

const PRODUCTS = 120

/** The targets of the load: lists, filters, searches, facets. */
export const TARGETS: readonly string[] = [
  ...[1, 3, 6].map((page) => `/store/products?limit=10&page=${page}`),
  ...['price:ASC', 'price:DESC', 'name:ASC'].map((sort) => `/store/products?sortBy=${sort}&limit=15`),
  ...[0, 1, 2].map((label) => `/store/products?label=label-${label}&limit=12`),
  ...['item', 'thing', 'itme'].map((word) => `/store/products?search=${word}&limit=5`),
  '/store/products?option=size:m&minPrice=20&inStock=true',
  '/store/products/facets',
  '/store/products/facets?label=label-1&search=thing',
  ...['price:ASC', 'stock:DESC'].map((sort) => `/store/product-variants?sortBy=${sort}&limit=20`),
  '/store/product-variants?sku=sku-5-0&sku=sku-9-1',
]

/**
 * The catalog of a version. The name of every product contains the version, and each version lacks some products. Version 0
 * has all products, so positions do not depend on the order of later imports.
 */
export function catalogOf(version: number): object[] {
  const all = Array.from({ length: PRODUCTS }, (_, number) => number)
  const present = all.filter((number) => version === 0 || (number + version) % 6 !== 0)
  return present.map((number) => productOf(number, version))
}

const SIZES = ['s', 'm'].map((code, number) => ({ id: id('b', number), name: code, code }))

function productOf(number: number, version: number): object {
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()
  const stamps = { createdAt, updatedAt: createdAt }
  return {
    slug: `product-${number}`,
    name: `Item ${number} of version ${version}`,
    description: `A thing that costs ${(number * 7 + version * 13) % 90}.`,
    labelValues: [`Label ${(number + version) % 3}`],
    optionGroups: [{ id: id('a', 0), name: 'Size', code: 'size', options: SIZES }],
    ...stamps,
    variants: SIZES.map((size, index) => ({
      sku: `sku-${number}-${index}`,
      price: (number * 7 + version * 13) % 90,
      stock: (number + version) % 4,
      productOptions: [{ ...size, ...stamps }],
      ...stamps,
    })),
  }
}

function id(kind: string, number: number): string {
  return `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** The answers of each version, taken from an undisturbed service. */
export class ExpectedAnswers {
  readonly #answers: readonly ReadonlyMap<string, string>[]

  private constructor(answers: readonly ReadonlyMap<string, string>[]) {
    this.#answers = answers
  }

  /** The answers of versions 0 to before `count`. */
  static async upTo(count: number): Promise<ExpectedAnswers> {
    await using resources = new AsyncDisposableStack()
    const { path } = resources.use(temporaryFolder())
    const catalogs = resources.use(await openCatalogs(`${path}/expected.db`, 'create'))
    await catalogs.addStore(STORE)
    const editions = resources.use(await openEditions(`${path}/expected.db`))
    const service = resources.use(await startTestServer(editions, { publicUrl: PUBLIC_URL }))
    const answers = []
    for (let version = 0; version < count; version++) {
      await load(catalogs, STORE.id, catalogOf(version), { replace: true })
      answers.push(await answersOf(service))
    }
    return new ExpectedAnswers(answers)
  }

  answer(version: number, target: string): string {
    return this.#answers[version]!.get(target)!
  }
}

async function answersOf(service: TestServer): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const target of TARGETS) answers.set(target, (await service.get(target, STORE_HEADERS)).body)
  return answers
}
