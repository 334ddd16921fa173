import { isObject } from '../native/fields.ts'
import { isOneWay, type SynonymEntry } from '../synonyms.ts'
import { tokenize } from '../words.ts'
import { type DeclaredFile, type DeclaredProblem, jsonItems, declaredProblem as problem } from './declared-file.ts'

/**
 * Reads a file of synonyms, as JSON if it begins with a bracket, else as CSV: `sofa, couch` for words that mean the
 * same and `pants => trousers` for one way. Blank lines and lines that begin with `#` say nothing.
 */
export function readSynonyms(text: string): DeclaredFile<SynonymEntry> {
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : parseLines(text)
  const seen = new Map<string, string>()
  const problems = parsed.flatMap((each) => ('entry' in each ? problemsOf(each, seen) : [each]))
  if (parsed.length > MAX_ENTRIES)
    problems.push(problem('the file', `has ${parsed.length} entries`, `at most ${MAX_ENTRIES}`))
  return { entries: parsed.flatMap((each) => ('entry' in each ? [each.entry] : [])), problems }
}

const MAX_ENTRIES = 5000

/** Words and phrases of one entry. A search looks for all of them. */
const MAX_PHRASES = 20
const MAX_WORDS = 5
const MAX_LETTERS = 100

/** Synonyms as a CSV file that `readSynonyms` reads. */
export function synonymLines(entries: readonly SynonymEntry[]): string {
  const lines = entries.map((entry) => (isOneWay(entry) ? `${entry.from} => ${entry.to.join(', ')}` : entry.join(', ')))
  return lines.map((line) => `${line}\n`).join('')
}

/** Whether a synonym can be this text. */
export function isPhrase(text: string): boolean {
  return phraseProblems('', text).length === 0
}

interface LocatedEntry {
  readonly where: string
  readonly entry: SynonymEntry
}

function parseLines(text: string): (LocatedEntry | DeclaredProblem)[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    if (/^(?:[\s,]*|\s*#.*)$/.test(line)) return []
    const where = `line ${index + 1}`
    const refuse = (wrong: string, right: string) => problem(where, wrong, right)
    const [left, right, more] = line.split('=>').map(cellsOf) as [string[], string[]?, string[]?]
    if (more) return refuse('has more than one =>', 'one, such as pants => trousers')
    if ([...left, ...(right ?? [])].some(hasOpenQuote)) return refuse('has a comma in quotes', 'phrases without commas')
    if (!right) return { where, entry: left.map(phraseOf) }
    if (left.length === 1) return { where, entry: { from: phraseOf(left[0]!), to: right.map(phraseOf) } }
    return refuse(`has ${left.length} words or phrases before the =>`, 'one, and a line for each of the others')
  })
}

/** The cells of a line, without the empty ones with which a spreadsheet fills its rows. */
function cellsOf(line: string): string[] {
  const cells = line.split(',').map((cell) => cell.trim())
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

function hasOpenQuote(cell: string): boolean {
  return cell.split('"').length % 2 === 0
}

function parseJson(text: string): (LocatedEntry | DeclaredProblem)[] {
  const items = jsonItems(text, 'synonyms', JSON_EXAMPLE)
  if ('wrong' in items) return [items]
  return items.map((item, index) => {
    const where = `entry ${index + 1}`
    if (isTexts(item)) return { where, entry: item.map(phraseOf) }
    if (isObject(item) && typeof item.from === 'string' && isTexts(item.to))
      return { where, entry: { from: phraseOf(item.from), to: item.to.map(phraseOf) } }
    return problem(where, `is ${JSON.stringify(item).slice(0, MAX_LETTERS)}`, JSON_ENTRIES)
  })
}

const JSON_ENTRIES = '["sofa", "couch"] or {"from": "pants", "to": ["trousers"]}'
const JSON_EXAMPLE = '[["sofa", "couch"], {"from": "pants", "to": ["trousers"]}]'

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** The phrase without quotes and the characters that separate phrases in a CSV file. A search does not see them. */
function phraseOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(?:[\s\p{Cc},"]|=>)+/gu, ' ')
    .replace(/^[\s#]+|\s+$/g, '')
}

/** What is wrong with an entry, alone and beside the entries `seen` before, of which it becomes one. */
function problemsOf({ where, entry }: LocatedEntry, seen: Map<string, string>): DeclaredProblem[] {
  const phrases = isOneWay(entry) ? [entry.from, ...entry.to] : entry
  const wrong = phrases.flatMap((phrase) => phraseProblems(where, phrase))
  if (wrong.length > 0) return wrong
  if (phrases.length < 2) return [isOneWay(entry) ? withoutSynonym(where, entry.from) : alone(where, phrases)]
  if (phrases.length > MAX_PHRASES)
    return [problem(where, `has ${phrases.length} words or phrases`, `at most ${MAX_PHRASES}`)]
  const keys = phrases.map((phrase) => tokenize(phrase).join(' '))
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (repeated >= 0) return [problem(where, `has "${phrases[repeated]}" twice`, 'each word or phrase once')]
  const key = isOneWay(entry) ? `${keys[0]} =>` : keys.sort().join(',')
  const before = seen.get(key)
  seen.set(key, before ?? where)
  if (before === undefined) return []
  if (!isOneWay(entry)) return [problem(where, `repeats ${before}`, 'each group once')]
  return [problem(where, `declares "${entry.from}", as ${before} does`, 'all of its synonyms in one place')]
}

function phraseProblems(where: string, phrase: string): DeclaredProblem[] {
  const words = tokenize(phrase).length
  const right = `at most ${MAX_WORDS} words and ${MAX_LETTERS} letters`
  if (phrase === '') return [problem(where, 'has an empty word', 'words or phrases separated by commas')]
  if (words === 0) return [problem(where, `has "${phrase}"`, 'letters or digits')]
  if (words > MAX_WORDS) return [problem(where, `has "${phrase.slice(0, MAX_LETTERS)}" with ${words} words`, right)]
  if (phrase.length > MAX_LETTERS)
    return [problem(where, `has a phrase of ${phrase.length} letters that begins with "${phrase.slice(0, 20)}"`, right)]
  return []
}

function alone(where: string, [phrase]: readonly string[]): DeclaredProblem {
  const wrong = phrase === undefined ? 'has no words' : `has only "${phrase}"`
  return problem(where, wrong, 'two or more words or phrases separated by commas, such as sofa, couch')
}

function withoutSynonym(where: string, from: string): DeclaredProblem {
  return problem(where, `has no synonyms of "${from}"`, 'some after the =>, such as pants => trousers')
}
