import type { IndexedEdition } from '../indexed-edition.ts'
import { completionFields, completionWords } from './completion-words.ts'
import { suggestionIndex } from './suggestion-index.ts'

/**
 * Builds what suggestions need, in the fields in which requests asked for them before, as long as `isCurrent` says so.
 * Without an edition before, in those of the store. Requests run between the steps.
 */
export async function prepareSuggestions(
  edition: IndexedEdition,
  before: IndexedEdition | undefined,
  isCurrent: () => boolean,
): Promise<void> {
  const requested = before ? [...before.suggestedFields.values()] : [undefined]
  if (requested.length > 0 && isCurrent()) await suggestionIndex(edition)
  for (const searchIn of requested) if (isCurrent()) await completionWords(edition, completionFields(edition, searchIn))
}

/** Approximate memory of the words of a product, in one set of fields. */
const BYTES_PER_PRODUCT = 100

/** Approximate memory of what `prepareSuggestions` builds for one set of fields. */
export function suggestionBytes({ productCount }: IndexedEdition): number {
  return productCount * BYTES_PER_PRODUCT
}
