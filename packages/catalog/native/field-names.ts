import { editDistance } from '../edit-distance.ts'
import names from './field-synonyms.json' with { type: 'json' }

/** A question that names the field that is probably meant by an unknown one: “; did you mean name?”. May be empty. */
export function didYouMean(unknown: string, fieldNames: ReadonlySet<string>): string {
  const name = normalized(unknown)
  const names = [...fieldNames]
  const isSimilar = (field: string) => isOneEdit(normalized(field), name)
  const field = names.find((field) => SYNONYMS[field]?.includes(name)) ?? names.find(isSimilar)
  if (field) return `; did you mean ${field}?`
  const ofVariants = VARIANT_FIELDS.find((field) => field === name || SYNONYMS[field]!.includes(name))
  return ofVariants && fieldNames.has('variants') ? `; did you mean variants[].${ofVariants}?` : ''
}

/** Fields that users expect at the product. */
const VARIANT_FIELDS = ['price', 'sku', 'stock', 'gtin', 'mpn']

/** What other systems call our fields. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = names.synonyms

function normalized(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Whether the texts are at most one edit apart. Short texts must be equal. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4) return a === b
  // Compares the lengths first, because the distance of a very long name would take long to compute.
  return Math.abs(a.length - b.length) <= 1 && editDistance(a, b) <= 1
}
