import { languageCode, loadLanguage, wordPairs } from './language.ts'
import { tokenize } from './words.ts'

/**
 * The BCP 47 tag of the language that most of the texts are in, as the trigrams of franc tell; undefined unless it is
 * clear. `minStopWords` is the least share of the words that are stop words. It refuses languages that franc does not
 * know, and lists of names and numbers. Croatian, Bosnian and Serbian count as one language, `sr`.
 */
export async function recognizeLanguage(texts: readonly string[], minStopWords: number): Promise<string | undefined> {
  const excerpts = joinToExcerpts(texts.map((text) => text.replace(ADDRESS, ' ')))
  const letters = excerpts.reduce((sum, excerpt) => sum + (excerpt.match(/\p{L}/gu)?.length ?? 0), 0)
  if (letters < MIN_LETTERS) return undefined
  const { franc } = await import('franc-min')
  const only = [...TAGS.keys()]
  const votes = Map.groupBy(excerpts, (excerpt) => TAGS.get(franc(excerpt, { only })))
  const [[tag, agreeing]] = [...votes].sort(([, a], [, b]) => b.length - a.length) as [[string | undefined, string[]]]
  if (tag === undefined || agreeing.length < excerpts.length * MIN_AGREEMENT) return undefined
  return (await isConfirmed(tag, excerpts, minStopWords)) ? tag : undefined
}

/** Less text does not tell. */
const MIN_LETTERS = 300

/** Texts are joined to at least this many characters: shorter ones are often mistaken. */
const EXCERPT_LENGTH = 250

/** This share of the excerpts has to be in the language. */
const MIN_AGREEMENT = 2 / 3

/** Whether a recognised language is another one than that of a BCP 47 tag. False if it could be mistaken for that. */
export function isOtherLanguage(recognized: string, tag: string): boolean {
  const code = languageCode(tag)
  return code !== recognized && [...TAGS.values()].includes(code)
}

/**
 * URLs, host names, e-mail addresses and names of files, such as `shop.example/wool` and `wool.jpg`. They are no text.
 */
const ADDRESS =
  /https?:\/\/\S+|www\.\S+|[^\s@]{1,64}@[^\s@]+|(?<![^\s"'(<,;:])[\w%-]+(?:\.[\w%-]+)*\.[a-z]{2,6}(?![a-z])(?:[/?#:]\S*)?/g

/**
 * The languages that franc tells apart, by the ISO 639-3 code that it uses. It knows others that are mistaken more
 * often.
 */
const TAGS: ReadonlyMap<string, string> = wordPairs(`
  arb ar, bel be, bos sr, bul bg, ces cs, cmn zh, deu de, ell el, eng en, fra fr, heb he, hin hi, hrv sr, hun hu,
  hye hy, ind id, ita it, jpn ja, kaz kk, kor ko, nld nl, npi ne, pes fa, pol pl, por pt, ron ro, rus ru, spa es,
  srp sr, swe sv, tam ta, tha th, tur tr, ukr uk, urd ur, vie vi
`)

/**
 * Languages in Latin letters that others are mistaken for, each with those others that stop words tell apart from it.
 * All are told apart from English: names in capitals are often mistaken.
 */
const MISTAKEN: Readonly<Record<string, readonly string[]>> = {
  de: [],
  en: [],
  es: [],
  fr: [],
  hu: ['fi'],
  id: [],
  it: [],
  nl: [],
  pt: [],
  ro: [],
  sr: [],
  sv: ['da', 'no'],
  tr: [],
}

async function isConfirmed(tag: string, excerpts: readonly string[], minStopWords: number): Promise<boolean> {
  const others = MISTAKEN[tag]
  if (!others) return true
  const words = tokenize(excerpts.join('\n'))
  if (words.filter(isLatin).length < words.length / 2) return true
  const countOf = async (language: string) => {
    const { isStopWord } = await loadLanguage(language)
    return words.filter(isStopWord).length
  }
  const [count, ...counts] = await Promise.all([tag, ...others, ...(tag === 'en' ? [] : ['en'])].map(countOf))
  return count! >= words.length * minStopWords && counts.every((other) => other < count!)
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}/u.test(word)
}

function joinToExcerpts(texts: readonly string[]): string[] {
  const excerpts: string[] = []
  let excerpt = ''
  for (const text of texts) {
    excerpt += `${text}\n`
    if (excerpt.length < EXCERPT_LENGTH) continue
    excerpts.push(excerpt)
    excerpt = ''
  }
  if (excerpts.length === 0) return [excerpt]
  excerpts.push(`${excerpts.pop()}${excerpt}`)
  return excerpts
}
