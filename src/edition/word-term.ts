import type { Term } from './term.ts'

/** Where words are looked for, in what counts most first. */
export const FIELDS = ['name', 'text'] as const
export type Field = (typeof FIELDS)[number]

/**
 * So many letters, or fewer, have a posting list of their own for the words that begin with them. Thousands of words
 * begin with one letter; with four, few enough to unite their lists when they are asked for.
 */
const SHORT = 3

export function wordTerm(field: Field, word: string): Term {
  return `${field}:${word}`
}

export function prefixTerm(field: Field, prefix: string): Term {
  return `${field}prefix:${prefix}`
}

/** Whether all that begins so is one list. */
export function hasPrefixList(prefix: string): boolean {
  return prefix.length <= SHORT || Array.from(prefix).length <= SHORT
}

/** The beginnings of a word that have lists, the shortest first; the word itself is one if it is short. */
export function listedPrefixes(word: string): string[] {
  const prefixes: string[] = []
  let prefix = ''
  for (const letter of word) {
    prefix += letter
    if (prefixes.push(prefix) === SHORT) break
  }
  return prefixes
}

/** The field and the word of a term, if it is one of a word. */
export function parseWordTerm(term: Term): { readonly field: Field; readonly word: string } | undefined {
  const field = term.startsWith('name:') ? 'name' : term.startsWith('text:') ? 'text' : undefined
  return field && { field, word: term.slice(field.length + 1) }
}

/** Whether the list is one of what begins with some letters, which follows from the lists of words. */
export function isPrefixTerm(term: Term): boolean {
  return term.startsWith('nameprefix:') || term.startsWith('textprefix:')
}
