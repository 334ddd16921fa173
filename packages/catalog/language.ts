import { fromLatin } from './from-latin.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { LIGHT_STEMS, type LightStems, stemmerOf } from './light-stems.ts'
import { fold } from './words.ts'

/** How a language forms and uses its words. All words are folded, as `tokenize` gives them. */
export interface Language {
  /** What all forms of a word have in common: `shirt` for `shirt` and `shirts`. */
  stem(word: string): string
  /** Forms of the word that its stem does not show: `knives` for `knife`. */
  irregularWordForms(word: string): readonly string[]
  /** The word with and without the small words that the language writes together with it: `القهوة` for `قهوة`. */
  prefixed(word: string): readonly string[]
  /** Whether the word says nothing about a product: `for`, `the`. */
  isStopWord(word: string): boolean
  /** Whether the word is found only as it is written: it has no other forms, no misspellings and no parts. */
  isExact(word: string): boolean
  /** A word in Latin letters in those of the language, about; undefined if it is written in Latin letters. */
  fromLatin(word: string): string | undefined
  /** Whether it writes compounds as one word, whose last part says what it is: a `Stehlampe` is a `Lampe`. */
  readonly hasCompounds: boolean
}

/**
 * The languages with Snowball stemmers and stop words, by the primary subtag of BCP 47: their modules have these names.
 */
const LANGUAGES: ReadonlyMap<string, string> = wordPairs(`
  ar arabic, bg bulgarian, da danish, de german, el greek, en english, es spanish, fi finnish, fr french,
  ga irish, hi indian, hu hungarian, hy armenian, id indonesian, it italian, lt lithuanian, ne nepali, nl dutch,
  no norwegian, pt portuguese, ro romanian, ru russian, sr serbian, sv swedish, ta tamil, tr turkish,
  uk ukrainian
`)

/** Languages that are written and inflected like another one of the table. */
const SAME_AS: Readonly<Record<string, string>> = { bs: 'sr', hr: 'sr', nb: 'no', nn: 'no' }

/** Languages whose stemmer fails on folded words, so that the light rules stand alone. */
const LIGHT_ALONE: ReadonlySet<string> = new Set(['ar', 'bg', 'tr'])

/** The languages that write compounds as one word, by their primary subtags. */
const COMPOUNDING: ReadonlySet<string> = new Set(['da', 'de', 'fi', 'hu', 'nl', 'no', 'sv'])

/** The primary subtags of the languages with known word forms, sorted. */
export const KNOWN_LANGUAGES: readonly string[] = [
  ...new Set([...LANGUAGES.keys(), ...Object.keys(LIGHT_STEMS), ...Object.keys(SAME_AS)]),
].sort()

/** Pairs of words, separated by commas. */
export function wordPairs(text: string): Map<string, string> {
  return new Map(text.split(',').map((pair) => pair.trim().split(' ') as [string, string]))
}

/**
 * English plurals that change the stem. Source: the list of irregular nouns in Quirk et al., A Comprehensive Grammar of
 * the English Language (1985), 5.81–5.85, those that name goods or people.
 */
const ENGLISH_PLURALS: readonly (readonly string[])[] = [
  ...wordPairs(`
  calf calves, child children, elf elves, foot feet, goose geese, half halves, hoof hooves, knife knives,
  leaf leaves, life lives, loaf loaves, man men, mouse mice, ox oxen, person people, scarf scarves,
  shelf shelves, thief thieves, tooth teeth, wife wives, wolf wolves, woman women
`),
]

/** Words that English shoppers put around the words for what they look for. */
const ENGLISH_REQUESTS = [
  ...['a', 'need', 'needs', 'want', 'wants', 'looking', 'look', 'find', 'get', 'buy', 'like', 'please', 'something'],
  ...['anything', 'thing', 'things', 'stuff', 'nice', 'good', 'best', 'great', 'really'],
]

/** No stemming and no stop words. */
const UNKNOWN_LANGUAGE: Language = {
  stem: (word) => word,
  irregularWordForms: () => [],
  prefixed: () => [],
  isStopWord: () => false,
  isExact: () => false,
  fromLatin: () => undefined,
  hasCompounds: false,
}

/** The language whose words a BCP 47 tag stands for: `sr` for `hr-HR`. */
export function languageCode(tag: string): string {
  const subtag = tag.toLowerCase().split('-')[0]!
  return SAME_AS[subtag] ?? subtag
}

/** The language with this BCP 47 tag. An unknown one has neither word forms nor stop words. */
export async function loadLanguage(tag: string | undefined): Promise<Language> {
  const code = languageCode(tag ?? '')
  const [name, light] = [LANGUAGES.get(code), LIGHT_STEMS[code]]
  if (name === undefined && light === undefined) return UNKNOWN_LANGUAGE
  const { stopwords }: { stopwords: readonly string[] } = name
    ? await import(`@orama/stopwords/${name}`)
    : { stopwords: [] }
  const { stemmer }: { stemmer: Stemmer } =
    name && !LIGHT_ALONE.has(code) ? await import(`@orama/stemmers/${name}`) : { stemmer: (word: string) => word }
  const stem = light ? withLightStems(stemmer, light) : stemmer
  const stopWords = [...stopwords, ...(FUNCTION_WORDS[code]?.split(/\s+/) ?? [])]
  const prefixes = [light?.articles, light?.prefixes].flatMap((words) => words?.split(' ') ?? [])
  const language =
    code === 'en'
      ? createLanguage(stem, [...stopWords, ...ENGLISH_REQUESTS], ENGLISH_PLURALS, prefixes)
      : createLanguage(stem, stopWords, [], prefixes)
  return { ...language, fromLatin: (word) => fromLatin(word, code), hasCompounds: COMPOUNDING.has(code) }
}

function withLightStems(stemmer: Stemmer, { before = [], steps = [], articles }: LightStems): Stemmer {
  const [first, last] = [stemmerOf(before, false), stemmerOf(steps)]
  if (articles === undefined) return (word) => last(stemmer(first(word)))
  const article = new RegExp(`^(?:${articles.replaceAll(' ', '|')})(?=.{${MIN_LEFT}})`)
  return (word) => last(stemmer(first(word.replace(article, ''))))
}

/** The letters that an article or another prefix leaves, at least. */
const MIN_LEFT = 3

/** Stems that are remembered: a search compares those of a few hundred words, and a stemmer takes 1 µs for each. */
const MAX_STEMS = 50_000

/** Memory of a language with its lists and stems, in bytes, at most, about. */
export const LANGUAGE_BYTES = 6_000_000

type Stemmer = (word: string) => string

function createLanguage(
  stemmer: Stemmer,
  stopWords: readonly string[],
  plurals: readonly (readonly string[])[],
  prefixes: readonly string[],
): Omit<Language, 'fromLatin' | 'hasCompounds'> {
  const stop = new Set(stopWords.map((word) => fold(word).replace(/['’]/g, '')))
  const groups = new Map(plurals.flatMap((group) => group.map((word) => [word, group] as const)))
  const stems = new Map<string, string>()
  const stem = (word: string) => {
    const cached = stems.get(word)
    if (cached !== undefined) return cached
    const stemmed = stemmer(groups.get(word)?.[0] ?? word)
    if (stems.size >= MAX_STEMS) stems.clear()
    stems.set(word, stemmed)
    return stemmed
  }
  const byStem = new Map(plurals.map((group) => [stem(group[0]!), group]))
  return {
    stem,
    irregularWordForms: (word) => byStem.get(stem(word))?.filter((other) => other !== word) ?? [],
    prefixed: (word) => [
      ...prefixes.map((prefix) => prefix + word),
      ...prefixes
        .filter((prefix) => word.startsWith(prefix) && word.length >= prefix.length + MIN_LEFT)
        .map((prefix) => word.slice(prefix.length)),
    ],
    isStopWord: (word) => stop.has(word),
    isExact: () => false,
  }
}

/**
 * Serbian Cyrillic in the Latin letters of the Serbian alphabet without accents (Vuk Karadžić and Ljudevit Gaj, 1830).
 */
const SERBIAN_CYRILLIC: Readonly<Record<string, string>> = {
  ц: 'c',
  ч: 'c',
  ћ: 'c',
  џ: 'dz',
  ђ: 'd',
  ж: 'z',
  ш: 's',
  х: 'h',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
}

/**
 * A Cyrillic word as Serbian writes it in Latin letters, as far as its letters differ from the usual transliteration.
 */
export function serbianLatin(word: string): string {
  return word.replace(/\p{Script=Cyrillic}/gu, (letter) => SERBIAN_CYRILLIC[letter] ?? letter)
}
