import type { Edition } from '../edition/edition.ts'
import { DEFAULT_SORT, type Kind, type Sort } from '../edition/term.ts'
import type { Page } from './query.ts'
import type { ResultSet } from './result-set.ts'

interface Asked {
  readonly sort?: Sort | undefined
  readonly page: number
  readonly limit: number
}

/** A page of what was found; of everything of the kind where that is undefined. Reads no documents but those of the page. */
export async function pageOf(
  edition: Edition,
  kind: Kind,
  found: ResultSet | undefined,
  { sort = DEFAULT_SORT, page, limit }: Asked,
): Promise<Page> {
  const offset = (page - 1) * limit
  const total = found?.total ?? (kind === 'product' ? edition.productCount : edition.variantCount)
  if (offset >= total) return { total, documents: NO_DOCUMENTS }
  const positions = found ? found.slice(offset, limit) : await edition.orderSlice(kind, sort, offset, offset + limit)
  return {
    total,
    documents: await edition.concatenatedDocuments(kind === 'product' ? 'summary' : 'variant', positions),
  }
}

const NO_DOCUMENTS = new Uint8Array(0)
