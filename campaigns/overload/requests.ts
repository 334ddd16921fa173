import { createWriteStream } from 'node:fs'
import type { CatalogOptions } from '../../bench/catalog/generated-catalog.ts'
import type { Sample } from '../../bench/catalog/sample.ts'
import { writeCatalog } from '../../bench/formats/formats.ts'
import { importCatalog } from '../../bench/harness/vitrine.ts'
import type { WorkingDirectory } from '../../test/cli/vitrine.ts'
import type { Request } from '../harness/open-loop.ts'

const STORE = 'large'

export const KINDS = ['by id', 'search'] as const

export type Kind = (typeof KINDS)[number]

/** Imports a generated catalog. Returns the path of the database. */
export async function importGenerated(workplace: WorkingDirectory, catalog: CatalogOptions): Promise<string> {
  const file = workplace.path('catalog.ndjson')
  const database = workplace.path('vitrine.db')
  await writeCatalog(catalog, 'native', createWriteStream(file))
  await importCatalog(file, database, { store: STORE })
  return database
}

const SHARES: readonly Kind[] = ['by id', ...Array<Kind>(9).fill('search')]

/** One in ten is a read by id. The others search, filter and count facets. */
export function drawRequest(sample: Sample): Request<Kind> {
  const kind: Kind = sample.pick(SHARES)
  return { path: kind === 'by id' ? pathById(sample) : searchPath(sample), headers: { 'x-store-id': STORE }, kind }
}

function pathById(sample: Sample): string {
  return sample.pick([`/store/products/${sample.productId()}`, `/store/product-variants/${sample.variantId()}`])
}

function searchPath(sample: Sample): string {
  const search = new URLSearchParams({ search: sample.words(2).join(' ') })
  const misspelled = new URLSearchParams({ search: sample.misspelling(1) })
  const { label, group, option } = sample.labelAndOption()
  return sample.pick([
    `/store/products?${search}`,
    `/store/products?${misspelled}`,
    `/store/products/facets?${search}`,
    `/store/products/facets?label=${label}&option=${group}:${option}`,
    `/store/products?label=${label}&sortBy=price:ASC&page=2`,
  ])
}
