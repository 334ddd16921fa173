import { type Candidate, guessed, has, isUnknown, NAMED, RANK_OF_CONTENT, share, unused } from './candidate.ts'
import { isCode, isLink } from './cell-content.ts'
import { fitsRole } from './fitting.ts'
import { groupingRole } from './guess-grouping.ts'
import { headerLanguage } from './header-language.ts'
import { headerPhrase } from './header-phrase.ts'
import { isCalledName, isPrivate, PACKS, roleOfHeader, TEXTS } from './header-words.ts'

/**
 * Of texts in several languages, keeps those in one: that of a name that was named, or else of the column with the most
 * names, the first of equal ones.
 */
export function textsInOneLanguage(candidates: readonly Candidate[]): void {
  const names = candidates.filter(({ role }) => role === 'name' || role === 'product name')
  const languages = names.flatMap(({ header }) => headerLanguage(header)?.language ?? [])
  if (new Set(languages).size < 2 || languages.length < names.length) return
  const [fullest] = names.toSorted((a, b) => b.values.length - a.values.length)
  const { header } = names.find(({ rank }) => rank === NAMED) ?? fullest!
  const { language } = headerLanguage(header)!
  for (const role of TEXTS) {
    const texts = candidates.filter((candidate) => candidate.role === role && candidate.rank !== NAMED)
    const others = texts.filter(({ header }) => (headerLanguage(header)?.language ?? language) !== language)
    if (others.length < texts.length) for (const other of others) other.role = 'not used'
  }
}

/** A column that is called exactly the name may have only numbers, if no other has the names: jeans are called 501. */
export function nameOfNumbers(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name')) return
  const name = unused(candidates).find(({ header, values }) => isCalledName(header) && !values.some(isLink))
  if (name) name.role = 'name'
}

/** The lines in a field of JSON are the names of the parts of a product: `days.name`. */
export function withoutNamesOfParts(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const areLines = share(candidate.values, (text) => text.includes('\n')) > 0.2
    if (candidate.role === 'name' && candidate.rank !== NAMED && candidate.header.includes('.') && areLines)
      candidate.role = 'not used'
  }
}

/** Price lists often call the name a description: short texts that tell the rows apart, without a better column. */
export function nameByDescription(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name')) return
  const most = Math.max(...candidates.map(({ values }) => values.length))
  const least = has(candidates, 'option') ? 0.2 : 0.5
  const [best] = candidates
    .filter(({ role, rank, values }) => {
      return role === 'description' && rank !== NAMED && haveNames(values, least) && values.length > 0.5 * most
    })
    .sort((a, b) => a.rank - b.rank)
  if (!best) return
  const isOther = (other: Candidate) => other.role === 'not used' && isUnknown(other)
  const shorter = candidates.find((other) => (isOther(other) || isMenu(other)) && mayBeName(other, best))
  if (shorter) assumeName(shorter)
  else best.role = 'name'
}

/** A menu may be a list of its categories, or of its dishes. */
function isMenu({ header, role, rank }: Candidate): boolean {
  return role === 'category' && rank !== NAMED && headerPhrase(header) === 'menu'
}

/** Whether a column of texts may have the names of what longer texts describe. */
function mayBeName({ header, rank, values }: Candidate, description: Candidate): boolean {
  if (rank === NAMED || values.length === 0) return false
  const length = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  const areSentences = length(description.values) > 25 && length(values) < 0.7 * length(description.values)
  const areFilled = values.length > 0.9 * description.values.length
  const isCalledText = headerPhrase(header)
    .split(' ')
    .some((word) => roleOfHeader(word)?.role === 'description')
  return (
    !isCalledText &&
    areSentences &&
    areFilled &&
    values.every(isWord) &&
    !isPrivate(header) &&
    !PACKS.has(headerPhrase(header)) &&
    haveNames(values, 0.6)
  )
}

/** Kaspi calls the name the model. That of a dealer, whose models have variants, is asked about. */
export function nameByModel(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name')) return
  const isName = (text: string) => /\p{L}{3}/u.test(text) && text.includes(' ')
  const model = unused(candidates).find(({ header }) => headerPhrase(header) === 'model')
  if (!model) return
  if (share(model.values, isName) > 0.5 && haveNames(model.values)) model.role = 'name'
  else if (has(candidates, 'option') && share(model.values, isWord) > 0.8) assumeName(model)
}

/** In a list with headings, the column that has these has the names too: `Drinks`, and below it `Cola,2.00`. */
export function nameByHeadings(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name')) return
  const [column] = candidates.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!column || column.rank === NAMED || !haveNames(column.cells.filter((cell) => cell !== ''))) return
  if (share(column.values, isCode) > 0.1) return
  const isHeading = (cell: string, row: number) =>
    cell !== '' && candidates.every((other) => other === column || other.cells[row] === '')
  const headings = column.cells.filter(isHeading).length
  if (headings > 1 && headings < column.values.length) assumeName(column)
}

/** Without a better column, the first one of different texts may have the names. */
export function nameByContent(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name') || !has(candidates, 'price', 'sale price')) return
  const most = Math.max(...candidates.map(({ values }) => values.length))
  const first = unused(candidates)
    .filter(isUnknown)
    .find(({ values }) => values.length > 0.9 * most && values.every(isWord) && haveNames(values, 0.8))
  if (first) assumeName(first)
}

/** Whether a text has a word of three letters, and is no code. */
function isWord(text: string): boolean {
  return /\p{L}{3}/u.test(text) && !isCode(text)
}

/** Takes a column for the name that is then asked about. */
function assumeName(column: Candidate): void {
  column.role = 'name'
  column.rank = RANK_OF_CONTENT
}

/** `least`: the share of different texts that are enough. */
function haveNames(values: readonly string[], least = 0.5): boolean {
  const isName = (text: string) => text.length <= 150 && !/<\w|\n.*\n/.test(text) && fitsRole('name', [text])
  return share(values, isName) > 0.9 && new Set(values).size > least * values.length
}

/** An order form may call the article number an item, beside descriptions that are the names. */
export function nameBesideCodes(candidates: readonly Candidate[]): void {
  const [name, description] = [guessed(candidates, 'name'), guessed(candidates, 'description')]
  if (!name || !description || has(candidates, 'sku') || !haveNames(description.values)) return
  const codes = name.cells.filter((cell, row) => cell !== '' && description.cells[row] !== '')
  if (codes.length === 0 || !fitsRole('sku', codes) || share(codes, isCode) < 1) return
  name.role = 'sku'
  description.role = 'name'
}

/** Lets rows with the same name be one product, if their options make that certain. */
export function groupByName(candidates: readonly Candidate[]): void {
  const name = guessed(candidates, 'name')
  if (name && !has(candidates, 'product', 'handle')) name.role = groupingRole(candidates, name)
}
