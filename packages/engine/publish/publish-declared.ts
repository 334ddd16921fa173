import { isDeepStrictEqual } from 'node:util'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Rule } from '@vitrine/catalog/rules'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import type { Draft } from '../edition/draft.ts'
import type { Edition } from '../edition/edition.ts'
import { type Difference, NO_DIFFERENCE } from '../edition/publication.ts'
import type { EditionSummary } from '../edition/rows.ts'

/**
 * Publishes an edition with the same products, and with these labels, rules or synonyms, which files beside the catalog
 * declare for the store, or for one of its markets. Returns undefined, and publishes nothing, if the current edition
 * has them. `now` is ISO 8601 in UTC with milliseconds.
 */
export async function publishDeclared<Kind extends keyof Declared>(
  draft: Draft,
  kind: Kind,
  entries: readonly Declared[Kind][],
  now: string,
  market?: string,
): Promise<EditionSummary | undefined> {
  const target = market === undefined ? draft : draft.markets.find((each) => each.market!.code === market)!
  const { base } = target
  if (isDeepStrictEqual(await readDeclared(base, kind), entries)) return undefined
  await DECLARED[kind].write(target, entries)
  const { productCount, variantCount } = base
  const difference: Difference = { ...NO_DIFFERENCE, also: [kind] }
  target.setContents({ productCount, variantCount, difference })
  const ofStore = { productCount: draft.base.productCount, variantCount: draft.base.variantCount }
  return await draft.publish({ publishedAt: now, madeFrom: kind, ...ofStore }, difference)
}

/** The entries of this kind that an edition has. */
export async function readDeclared<Kind extends keyof Declared>(
  edition: Edition,
  kind: Kind,
): Promise<readonly Declared[Kind][]> {
  return await DECLARED[kind].read(edition)
}

/** Writes entries to the draft of a store or of a market, unless the current edition has them. */
export async function writeDeclared<Kind extends keyof Declared>(
  draft: Draft,
  kind: Kind,
  entries: readonly Declared[Kind][],
): Promise<void> {
  if (!isDeepStrictEqual(await readDeclared(draft.base, kind), entries)) await DECLARED[kind].write(draft, entries)
}

/** What an entry of each kind is. */
export interface Declared {
  labels: LabelEntry
  rules: Rule
  synonyms: SynonymEntry
}

/** How entries of each kind are read and written. */
const DECLARED: {
  readonly [Kind in keyof Declared]: {
    read(edition: Edition): Promise<readonly Declared[Kind][]>
    write(draft: Draft, entries: readonly Declared[Kind][]): Promise<void>
  }
} = {
  labels: { read: (edition) => edition.labelEntries(), write: (draft, entries) => draft.writeLabelEntries(entries) },
  rules: { read: (edition) => edition.rules(), write: (draft, entries) => draft.writeRules(entries) },
  synonyms: { read: (edition) => edition.synonymEntries(), write: (draft, entries) => draft.writeSynonyms(entries) },
}
