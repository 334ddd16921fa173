import fc from 'fast-check'
import { OFTEN, SEARCHES, WORDS } from './vocabulary.ts'

/** What is put into words by mistake: letters that they have, of other scripts, of two UTF-16 units, and none at all. */
const SLIPS = [...'aeirstuhl1х手', '\u{10428}', '\u{1042b}', 'é', '-']

const slip = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
  at: fc.nat(11),
  letter: fc.constantFrom(...SLIPS),
})

const LONG_WORDS = WORDS.filter((word) => [...word].length >= 8)

/** A word of the vocabulary, with mostly as many mistakes as may be forgiven. */
const misspelt = fc
  .tuple(
    fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...LONG_WORDS)),
    fc.oneof(
      { weight: 3, arbitrary: fc.array(slip, { minLength: 1, maxLength: 1 }) },
      { weight: 2, arbitrary: fc.array(slip, { minLength: 2, maxLength: 3 }) },
    ),
  )
  .map(([word, slips]) => slips.reduce(mistaken, [...word]).join(''))

const part = fc
  .tuple(fc.constantFrom(...WORDS), fc.nat(11), fc.integer({ min: 1, max: 8 }))
  .map(([word, from, length]) => {
    const letters = [...word]
    const start = from % letters.length
    return letters.slice(start, start + length).join('')
  })

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...OFTEN) },
  { weight: 2, arbitrary: fc.constantFrom(...SEARCHES) },
  { weight: 3, arbitrary: misspelt },
  { weight: 2, arbitrary: part },
)

/** One to three words, as they are, misspelt, and in parts. */
export const searches: fc.Arbitrary<string> = fc
  .oneof({ weight: 4, arbitrary: fc.tuple(word) }, fc.tuple(word, word), fc.tuple(word, word, word))
  .map((words) => words.join(' '))

interface Slip {
  readonly kind: 'insert' | 'delete' | 'replace' | 'swap'
  readonly at: number
  readonly letter: string
}

function mistaken(letters: readonly string[], { kind, at, letter }: Slip): string[] {
  const index = at % (letters.length + 1)
  const [first, second, ...rest] = letters.slice(index)
  const before = letters.slice(0, index)
  const after = letters.slice(index + 1)
  if (kind === 'insert') return [...before, letter, ...letters.slice(index)]
  if (kind === 'delete') return [...before, ...after]
  if (kind === 'replace') return [...before, letter, ...after]
  return second === undefined ? [...letters] : [...before, second, first!, ...rest]
}
