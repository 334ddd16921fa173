import { isDeepStrictEqual } from 'node:util'
import type { Rule } from '@vitrine/catalog/rules'
import type { Draft } from '../edition/draft.ts'
import { NO_DIFFERENCE } from '../edition/publication.ts'
import type { EditionSummary } from '../edition/rows.ts'

/**
 * Publishes an edition with the same products and these rules. Returns undefined, and publishes nothing, if the current
 * edition has them. `now` is ISO 8601 in UTC with milliseconds.
 */
export async function publishRules(
  draft: Draft,
  rules: readonly Rule[],
  now: string,
): Promise<EditionSummary | undefined> {
  const { base } = draft
  if (isDeepStrictEqual(await base.rules(), rules)) return undefined
  await draft.writeRules(rules)
  const counts = { productCount: base.productCount, variantCount: base.variantCount }
  return await draft.publish({ publishedAt: now, ...counts }, { ...NO_DIFFERENCE, also: ['rules'] })
}
