import type { Term } from './term.ts'

export function wordTerm(field: WordField, word: string): Term {
  return `${field}:${word}`
}

/** Fields whose words are found by their first letters. `text` is a product's description or a variant's sku. */
const PREFIXED_FIELDS = ['name', 'text'] as const
export type PrefixedField = (typeof PREFIXED_FIELDS)[number]

/** The slug, the names of picture files and the alt texts of a product: the search field `slugOrPicture`, as stored. */
export const SLUG_OR_PICTURE = 'rest'

/** What words are of. Terms begin with these, and rows of words have them in their column `field`. */
export const WORD_FIELDS = [...PREFIXED_FIELDS, SLUG_OR_PICTURE] as const
export type WordField = (typeof WORD_FIELDS)[number]

/**
 * Prefixes of up to this many letters have a posting list. Thousands of words begin with the same letter. Few begin
 * with the same four: their lists are united by the request.
 */
const LISTED_LETTERS = 3

export function prefixTerm(field: PrefixedField, prefix: string): Term {
  return `${field}prefix:${prefix}`
}

/** The terms of the prefixes of a word that have posting lists. */
export function listedPrefixTerms(field: WordField, word: string): Term[] {
  return isPrefixed(field) ? listedPrefixes(word).map((prefix) => prefixTerm(field, prefix)) : []
}

export function isPrefixed(field: WordField): field is PrefixedField {
  return field !== SLUG_OR_PICTURE
}

/** Whether the prefix has a posting list. */
export function hasPrefixList(prefix: string): boolean {
  return prefix.length <= LISTED_LETTERS || Array.from(prefix).length <= LISTED_LETTERS
}

/** The prefixes of a word that have posting lists, the shortest first. A short word is one of them. */
export function listedPrefixes(word: string): string[] {
  const prefixes: string[] = []
  let prefix = ''
  for (const letter of word) {
    prefix += letter
    if (prefixes.push(prefix) === LISTED_LETTERS) break
  }
  return prefixes
}

/** The field and the word of a term; undefined if the term is not about a word. */
export function parseWordTerm(term: Term): { readonly field: WordField; readonly word: string } | undefined {
  const field = WORD_FIELDS.find((field) => term.startsWith(`${field}:`))
  return field && { field, word: term.slice(field.length + 1) }
}

/** Whether the term is a prefix. Its posting list follows from those of the words. */
export function isPrefixTerm(term: Term): boolean {
  return term.startsWith('nameprefix:') || term.startsWith('textprefix:')
}
