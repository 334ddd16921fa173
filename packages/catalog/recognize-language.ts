import { languageCode, loadLanguage, wordPairs } from './language.ts'
import { tokenize } from './words.ts'

/**
 * The BCP 47 tag of the language that most of the texts are in; undefined unless it is clear. A script of one
 * language tells it, else the trigrams of franc do, else letters with accents, if `byAccents` is set. `minStopWords`
 * is the least share of the words that are stop words, so that lists of names and numbers do not pass for a language.
 * Croatian, Bosnian and Serbian count as one language, `sr`.
 */
export async function recognizeLanguage(
  texts: readonly string[],
  minStopWords: number,
  byAccents: boolean,
): Promise<string | undefined> {
  const excerpts = joinToExcerpts(texts.map((text) => text.replace(ADDRESS, ' ')))
  const all = excerpts.join('\n')
  const letters = all.match(/\p{L}/gu)?.length ?? 0
  const ofScript = letters < MIN_LETTERS_OF_SCRIPT ? undefined : languageOfScript(all, letters)
  if (ofScript !== undefined || letters < MIN_LETTERS) return ofScript
  return (await languageOfTrigrams(excerpts, minStopWords)) ?? (byAccents ? languageOfAccents(all) : undefined)
}

async function languageOfTrigrams(excerpts: readonly string[], minStopWords: number): Promise<string | undefined> {
  const { franc } = await import('franc-min')
  const only = [...TAGS.keys()]
  const votes = Map.groupBy(excerpts, (excerpt) => TAGS.get(franc(excerpt, { only })))
  const [[tag, agreeing]] = [...votes].sort(([, a], [, b]) => b.length - a.length) as [[string | undefined, string[]]]
  if (tag === undefined || agreeing.length < excerpts.length * MIN_AGREEMENT) return undefined
  return (await isConfirmed(tag, excerpts, minStopWords)) ? tag : undefined
}

/** Less text tells if its script is that of one language. */
const MIN_LETTERS_OF_SCRIPT = 50

/** Scripts that one of the known languages is written in; Chinese characters come last, since Japanese has them too. */
const SCRIPTS: readonly (readonly [tag: string, letters: RegExp])[] = [
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['zh', /\p{Script=Han}/gu],
]
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

function languageOfScript(text: string, letters: number): string | undefined {
  const scripts = KANA.test(text) ? ([['ja', JAPANESE]] as const) : SCRIPTS
  return scripts.find(([, ofScript]) => (text.match(ofScript)?.length ?? 0) >= letters * MIN_AGREEMENT)?.[0]
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
  cs: ['sk', 'sl'],
  de: [],
  en: [],
  es: [],
  fr: [],
  hu: ['fi'],
  id: [],
  it: [],
  nl: [],
  pl: [],
  pt: [],
  ro: [],
  sr: ['sl'],
  sv: ['da', 'no'],
  tr: [],
}

/** The letters with accents of each language in Latin letters; others are few, in foreign names. */
const ACCENTED: Readonly<Record<string, string>> = {
  cs: 'áčďéěíňóřšťúůýž',
  de: 'äöüß',
  es: 'áéíñóúü',
  fr: 'àâçéèêëîïôœùû',
  hu: 'áéíóöőúüű',
  it: 'àèéìòù',
  nl: 'éëïöü',
  pl: 'ąćęłńóśźż',
  pt: 'áâãàçéêíóôõú',
  ro: 'ăâîșț',
  sk: 'áäčďéíľňóôšťúýž',
  sl: 'čšž',
  sr: 'čćđšž',
  sv: 'åäö',
  tr: 'çğıöşü',
}

/**
 * The language that has the letters with accents of the text, and whose own such letters are in the text: more of them
 * than of any other language that has them. Names in Latin letters tell little else.
 */
function languageOfAccents(text: string): string | undefined {
  const words =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/\p{L}+/gu) ?? []
  const accented = words.flatMap((word) => word.match(/[^\P{Script=Latin}a-z]/gu) ?? [])
  if (accented.length < Math.max(MIN_ACCENTED, words.length * MIN_ACCENTED_SHARE)) return undefined
  const scores = Object.entries(ACCENTED).flatMap(([tag, own]) => {
    const inLanguage = accented.filter((letter) => own.includes(letter))
    return inLanguage.length < accented.length * MIN_OWN ? [] : [{ tag, score: new Set(inLanguage).size / own.length }]
  })
  const [best, second] = scores.sort((a, b) => b.score - a.score)
  return best && best.score >= MIN_SCORE && (second?.score ?? 0) <= best.score * MAX_SECOND ? best.tag : undefined
}

/** So many letters with accents tell a language, if each tenth word has one. */
const MIN_ACCENTED = 12
const MIN_ACCENTED_SHARE = 0.1

/** The shares of them that the language has, of its own that the text has, and of that for the next one. */
const MIN_OWN = 0.95
const MIN_SCORE = 0.7
const MAX_SECOND = 0.75

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
