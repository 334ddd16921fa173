import { fold } from '@vitrine/catalog/words'
import type { Candidate } from './candidate.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import { CREATORS } from './header-words.ts'
import { phrasesIn } from './phrases.ts'

/**
 * “product name” if rows with the same name are certain to be variants of one product: some rows share it, with the
 * brand, the category and the author, and no two of these have the same options. Otherwise “name”.
 */
export function groupingRole(candidates: readonly Candidate[], name: Candidate): 'name' | 'product name' {
  const options = candidates.filter(({ role }) => OPTIONS.includes(role))
  if (options.length === 0) return 'name'
  const others = candidates.filter(
    ({ role, header }) => role === 'brand' || role === 'category' || CREATORS.has(headerPhrase(header)),
  )
  const combinations = new Map<string, Set<string>>()
  let hasVariants = false
  for (const [index, cell] of name.cells.entries()) {
    if (cell === '') continue
    const product = keyOf([name, ...others], index)
    const seen = combinations.get(product) ?? new Set()
    const chosen = keyOf(options, index)
    if (seen.has(chosen)) return 'name'
    hasVariants ||= seen.size > 0
    combinations.set(product, seen.add(chosen))
  }
  return hasVariants ? 'product name' : 'name'
}

/**
 * Whether the column names the product of a row: rows share its values, or it has the skus of other rows, the names of
 * the rows begin with the same word, and something tells them apart.
 */
export function groupsRows(candidates: readonly Candidate[], product: Candidate): boolean {
  return areNamedAlike(candidates, product) && areToldApart(candidates, product)
}

/** Whether a column that does not group rows into products has their categories: “Gruppe” means both. */
export function groupsProducts(candidates: readonly Candidate[], { header, values }: Candidate): boolean {
  const isFirst = candidates.every(({ role }) => role !== 'category')
  const phrase = headerPhrase(header)
  // Not “group id” and “style code”.
  return (
    isFirst &&
    VAGUE.has(phrase) &&
    !phrase.includes(' ') &&
    values.every((text) => text.length <= 300 && /\p{L}/u.test(text))
  )
}

/** Headers that also groups of products have. Then the names of the rows are those of products. */
const VAGUE = phrasesIn(words.vagueGroups)

/** Roles whose values tell the variants of a product apart. */
const OPTIONS: readonly string[] = ['option', 'option value']

/** Whether nearly all rows of a product differ in their options, or in their names. */
function areToldApart(candidates: readonly Candidate[], product: Candidate): boolean {
  const roles = VAGUE.has(headerPhrase(product.header)) ? OPTIONS : [...OPTIONS, 'name', 'product name']
  const labels = candidates.filter(({ role }) => roles.includes(role))
  const skus = candidates.find(({ role }) => role === 'sku')?.cells ?? []
  const keys = product.cells.flatMap((cell, index) => {
    const key = fold(cell || (skus[index] ?? ''))
    return key === '' ? [] : [`${key} ${keyOf(labels, index)}`]
  })
  return new Set(keys).size > 0.9 * keys.length
}

function areNamedAlike(candidates: readonly Candidate[], product: Candidate): boolean {
  const names = candidates.find(({ role }) => role === 'name')?.cells
  const skus = candidates.find(({ role }) => role === 'sku')?.cells ?? []
  const firstWords = new Map<string, string>()
  let hasGroup = false
  for (const [index, cell] of product.cells.entries()) {
    const key = fold(cell || (skus[index] ?? ''))
    if (key === '') continue
    const word = fold(names?.[index] ?? '').split(/\s/)[0]!
    const earlier = firstWords.get(key)
    hasGroup ||= earlier !== undefined
    if (earlier && word && earlier !== word) return false
    firstWords.set(key, earlier || word)
  }
  return hasGroup
}

function keyOf(candidates: readonly Candidate[], index: number): string {
  return JSON.stringify(candidates.map(({ cells }) => fold(cells[index]!)))
}
