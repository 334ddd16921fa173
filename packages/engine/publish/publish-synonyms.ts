import { isDeepStrictEqual } from 'node:util'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import type { Draft } from '../edition/draft.ts'
import { NO_DIFFERENCE } from '../edition/publication.ts'
import type { EditionSummary } from '../edition/rows.ts'

/**
 * Publishes an edition with the same products and these synonyms. Returns undefined, and publishes nothing, if the
 * current edition has them. `now` is ISO 8601 in UTC with milliseconds.
 */
export async function publishSynonyms(
  draft: Draft,
  entries: readonly SynonymEntry[],
  now: string,
): Promise<EditionSummary | undefined> {
  const { base } = draft
  if (isDeepStrictEqual(await base.synonymEntries(), entries)) return undefined
  await draft.writeSynonyms(entries)
  const counts = { productCount: base.productCount, variantCount: base.variantCount }
  return await draft.publish({ publishedAt: now, ...counts }, { ...NO_DIFFERENCE, also: ['synonyms'] })
}
