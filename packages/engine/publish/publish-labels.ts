import { isDeepStrictEqual } from 'node:util'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Draft } from '../edition/draft.ts'
import { NO_DIFFERENCE } from '../edition/publication.ts'
import type { EditionSummary } from '../edition/rows.ts'

/**
 * Publishes an edition with the same products, in which these are the entries of labels. Returns undefined, and
 * publishes nothing, if the current edition has them. `now` is ISO 8601 in UTC with milliseconds.
 */
export async function publishLabels(
  draft: Draft,
  entries: readonly LabelEntry[],
  now: string,
): Promise<EditionSummary | undefined> {
  const { base } = draft
  if (isDeepStrictEqual(await base.labelEntries(), entries)) return undefined
  await draft.writeLabelEntries(entries)
  const counts = { productCount: base.productCount, variantCount: base.variantCount }
  return await draft.publish({ publishedAt: now, ...counts }, { ...NO_DIFFERENCE, also: ['labels'] })
}
