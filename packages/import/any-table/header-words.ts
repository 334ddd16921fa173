import { currencyCode } from '@vitrine/catalog/currency'
import { comparedUnit } from '@vitrine/catalog/unit'
import { fold } from '@vitrine/catalog/words'
import cellWords from './cell-words.json' with { type: 'json' }
import words from './header-words.json' with { type: 'json' }
import { phrasesIn } from './phrases.ts'
import { measureOfHeader, PRICES, type Role } from './roles.ts'

/** The role that a header names, in any language of `header-words.json`; undefined if it names none. */
export function roleOfHeader(written: string): HeaderMatch | undefined {
  // Japanese headers have wide brackets.
  const header = written.normalize('NFKC')
  const path = header.split('.').map((part) => part.replace(/\[\]$/, ''))
  if (path.length > 1 && path.every((part) => /^[\p{L}\p{N}_ -]+$/u.test(part))) return roleOfPath(path)
  const match = roleOfPhrase(phraseOf(header)) ?? roleInLanguage(header) ?? roleOfAlternative(header)
  // `VAT (%)` is a rate.
  if (match && PRICES.has(match.role) && header.includes('%')) return undefined
  return match?.role === 'price' && isWithoutTax(header) ? { ...match, rank: match.rank + RANK_OF_WEAKER } : match
}

export interface HeaderMatch {
  readonly role: Role
  /** 0 for the best name of the role; higher numbers are weaker. */
  readonly rank: number
}

/** The role of a text whose header ends with a language: `description_en`. */
function roleInLanguage(header: string): HeaderMatch | undefined {
  const [, name, language] = /^(.+)[_-]([a-z]{2})$/i.exec(header.trim()) ?? []
  if (name === undefined || !LANGUAGES.has(language!.toLowerCase())) return undefined
  const match = roleOfPhrase(phraseOf(name))
  return match && TEXTS.has(match.role) ? { ...match, rank: match.rank + RANK_OF_WEAKER } : undefined
}

/**
 * The role of the first name in a header that has several, such as `Product / Position`. Of prices, and of names with
 * different roles, nobody knows which one the column has.
 */
function roleOfAlternative(header: string): HeaderMatch | undefined {
  const names = header.split(' / ')
  if (names.length < 2 || header.length > MAX_NAMES || names.some(isPrivate)) return undefined
  const [match, ...others] = names.map((name) => roleOfPhrase(phraseOf(name)))
  if (!match || PRICES.has(match.role) || others.some((other) => other && other.role !== match.role)) return undefined
  return { ...match, rank: match.rank + RANK_OF_WEAKER }
}

/** Whether a header names what is not for shoppers: a cost, a supplier, a note. */
export function isPrivate(header: string): boolean {
  return phraseOf(header)
    .split(' ')
    .some((word) => PRIVATE.has(word))
}

const PRIVATE = phrasesIn(words.private)

/** Characters of a header with several names. A longer text is none, such as the path of a category. */
const MAX_NAMES = 60

/** The language at the end of a header: `Product (EN)`, or `name.en` of JSON. undefined if there is none. */
export function languageAtEnd(header: string): string | undefined {
  const language = /(?:[([]([a-z]{2})[)\]]|\w\.([a-z]{2}))$/i.exec(header.trim())?.slice(1).find(Boolean)?.toLowerCase()
  return language !== undefined && LANGUAGES.has(language) ? language : undefined
}

/** Languages as headers end with them, `ua` and `cz` too. Not `id` and `no`, which mean other things there. */
const LANGUAGES = new Set(
  'ar bg cs cz da de el en es fi fr he hu hy it ja ka kk ko nl pl pt ro ru sk sv tr ua uk uz vi zh'.split(' '),
)
const TEXTS: ReadonlySet<Role> = new Set(['name', 'description', 'category', 'subcategory', 'tags'])

/** Whether brackets in a header say that a price is without tax: `Price (excl. VAT)`. */
export function isWithoutTax(header: string): boolean {
  const [, text = ''] = /[([](.*?)[)\]]/.exec(header.normalize('NFKC')) ?? []
  return saysWithoutTax(text)
}

export function saysWithoutTax(text: string): boolean {
  return fold(text)
    .split(/[\s.,;:/]+/)
    .some((word) => WITHOUT_TAX.has(word))
}

const WITHOUT_TAX = phrasesIn(words.withoutTax)

/** Whether a header says that a price has its tax: `Prezzo ivato`, `Price (incl. VAT)`. */
export function isWithTax(header: string): boolean {
  const text = ` ${fold(header.normalize('NFKC')).replace(/[^\p{L}]+/gu, ' ')} `
  return [...TAX_INCLUDED].some((phrase) => text.includes(` ${phrase} `))
}

const TAX_INCLUDED = phrasesIn(cellWords.taxIncluded)

/** The first part of the path of a property in JSON. It is an option or an attribute, and never a price or a stock. */
export const PROPERTY = 'property'

/** The fields that hold the variants of a product in JSON. */
export const VARIANTS: readonly string[] = ['variants', 'variations', 'skus', 'offers']

/** The fields of a variant are better than those of its product. */
function roleOfPath(path: readonly string[]): HeaderMatch | undefined {
  const isOfVariant = VARIANTS.includes(path[0]!)
  if (path[0] === PROPERTY) {
    const match = roleOfPhrase(phraseOf(path[1]!))
    return match?.role === 'option' || match?.role === 'options' ? match : undefined
  }
  if (LANGUAGES.has(path.at(-1)!.toLowerCase())) return roleInLanguage(path.slice(-2).join('_'))
  const last = phraseOf(path.at(-1)!)
  const pair = roleOfPhrase(phraseOf(path.slice(-2).join(' ')))
  const alone = roleOfPhrase(last)
  // In `attrs.a.SKU` the last word says the same better.
  const complete = pair && pair.role === alone?.role && alone.rank < pair.rank ? alone : pair
  const isOfPart = isOtherThing(path.at(-2)!) || (!isOfVariant && isOfOption(path.slice(-2).join('.')))
  const isOfParent = PATH_ENDINGS.has(last) || (alone?.role === 'name' && isOfPart)
  if (!complete && !isOfParent && path.slice(0, -1).some(isOtherThing)) return undefined
  const ofParent = isOfParent ? roleOfParent(path) : alone
  const match = complete ?? (/^(?:id|code)$/.test(last) && !isOfVariant ? undefined : ofParent)
  if (!match && isOfVariant && PACKS.has(last)) return { role: 'option', rank: 0 }
  if (!match || !isOfVariant) return match
  // In a variant, a field called `sizes` has one size.
  return { role: match.role === 'options' ? 'option' : match.role, rank: match.rank - 1 }
}

/** Fields of variants that say how much of the product one is: `unit` in `{"unit": "Bag of 5 kg", "price": 9}`. */
const PACKS = phrasesIn(words.packs)

/** The role of the word before the last, or of the one before that if each picture is in an element: `imgs.i.url`. */
function roleOfParent(path: readonly string[]): HeaderMatch | undefined {
  const match = roleOfPhrase(phraseOf(path.at(-2)!))
  const above = match || path.length < 3 ? undefined : roleOfPhrase(phraseOf(path.at(-3)!))
  return above?.role === 'picture' ? above : match
}

/** Whether a field is in an object with the name of an option: `sizes.L.price` is perhaps a surcharge. */
export function isOfOption(header: string): boolean {
  const isOption = (part: string) => ['option', 'options'].includes(roleOfPhrase(phraseOf(part))?.role ?? '')
  return header.split('.').slice(0, -1).some(isOption)
}

/** Whether a field of a product is an object with a name, a picture or a description of its own, such as its brand. */
function isOtherThing(part: string): boolean {
  const phrase = phraseOf(part)
  return OTHER_THINGS.has(phrase) || ['category', 'brand'].includes(roleOfPhrase(phrase)?.role ?? '')
}

/** Last words of a path such as `brand.name`, which say less than the word before. */
export const PATH_ENDINGS = new Set(
  'name title value text url src href link amount label gross default path'.split(' '),
)

function roleOfPhrase(phrase: string): HeaderMatch | undefined {
  const compact = phrase.replaceAll(' ', '')
  const match = MATCHES.get(phrase) ?? MATCHES_WITHOUT_SPACES.get(compact) ?? BARE_MATCHES.get(withoutLinks(phrase))
  if (match) return match
  // A compound may be written as two words: `Vare nummer`.
  const compound = compact.length > 6 ? MATCHES.get(compact) : undefined
  if (compound) return compound
  const words = phrase.split(' ')
  const picture = MATCHES.get(words.filter((word) => !ADDRESS_WORDS.has(word)).join(' '))
  if (picture?.role === 'picture') return { ...picture, rank: picture.rank + RANK_OF_WEAKER }
  const full = words.filter((word) => !EMPTY_WORDS.has(word))
  if (full.length === words.length || full.length === 0) return undefined
  const weaker = MATCHES.get(full.join(' ')) ?? BARE_MATCHES.get(withoutLinks(full.join(' ')))
  // A store has a name and an id of its own.
  if (!weaker || (words.some((word) => SHOP.has(word)) && OF_SHOP.has(weaker.role))) return undefined
  return { role: weaker.role, rank: weaker.rank + RANK_OF_WEAKER }
}

const SHOP = new Set(['shop', 'store'])
const OF_SHOP: ReadonlySet<Role> = new Set(['name', 'sku', 'description', 'picture'])

/** Words that headers of pictures have in any language: `Imagine URL`, `link zdjęcia`. */
const ADDRESS_WORDS = new Set('url urls link links src path href file files filename'.split(' '))

/** Is added to the rank of a header that says the same less well. */
const RANK_OF_WEAKER = 1000

/** Words that say only that a column is about the product, or is new. */
const EMPTY_WORDS = new Set(
  [
    'the a of in my product item article variant web shop store online catalog incl inc',
    'art artikel artikels produkt produkts produktes du de del der des le la produit producto produto prodotto',
    'new nuevo nueva novo nova nuovo nuova nouveau nouvelle neu neuer neue',
  ].flatMap((row) => row.split(' ')),
)

/**
 * The header of a measure in the form `Weight (kg)`: that form itself, or made of `weight_kg`. A header such as
 * `Weight` stays as it is, because its cells may name the unit. undefined for other headers, and for `price_kg`,
 * whose first word has another role.
 */
export function measureHeader(header: string): string | undefined {
  if (measureOfHeader(header) || MEASURES.has(phraseOf(header))) return header
  const [, name, unit] = /^(.*[^\W_].*)_(\p{L}+)$/u.exec(header.trim()) ?? []
  if (name === undefined || !comparedUnit(unit!)) return undefined
  const role = roleOfHeader(name)?.role ?? 'option'
  const lastWord = phraseOf(name).split(' ').at(-1)!
  const isMeasure = MEASURES.has(lastWord) || !AMBIGUOUS_UNITS.has(unit!.toLowerCase())
  return role === 'option' && isMeasure ? `${name.replace(/[\s_.]+/g, ' ').trim()} (${unit})` : undefined
}

const MEASURES = phrasesIn(words.measures)

/** Units that are words or sizes as well, as in `made_in` and `stock_m`. */
const AMBIGUOUS_UNITS = new Set(['in', 'l', 'm', 't'])

/** The name of a parameter in a feed: “Weight” of `param.Weight` or `attrs.a.Weight`; undefined for other headers. */
export function parameterName(header: string): string | undefined {
  return /^(?:param|parameter|property|attrs\.a|characteristic)\.([^.]*\p{L}[^.]*)$/iu.exec(header)?.[1]
}

/** The words of a header in lower case, without accents, currencies, numbers and text in brackets. */
export function phraseOf(header: string): string {
  const words = fold(
    withPersianLetters(header.normalize('NFKC'))
      .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' ')
      .replace(/\([^)]*\)|\[[^\]]*\]/g, ' '),
  )
    .replace(/[*:?#"'`´’.,;・–—№_/\\|+-]+/g, ' ')
    .replace(/\p{Sc}/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
  const withoutCurrency = words.filter(
    (word) => !CURRENCIES.has(word) && (word.length !== 3 || currencyCode(word) === undefined),
  )
  const last = withoutCurrency.length === 0 ? words : withoutCurrency
  return last.map((word) => word.replace(/(?<=\p{L}{3,})\d{1,2}$/u, '')).join(' ')
}

/**
 * The text with the Persian letters ی and ک for the Arabic ones, with a space for the mark between the parts of a
 * compound (U+200C), and without marks of direction and elongation.
 */
function withPersianLetters(text: string): string {
  return text
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/\u200c/g, ' ')
    .replace(/[\u200d-\u200f\u0640]/g, '')
}

/** Names of currencies that are no codes. */
const CURRENCIES = new Set('euro tl руб рублей грн лв kr zl kc'.split(' '))

/** Headers of prices that are perhaps something else, or not what a shopper pays. */
export const VAGUE_PRICES = phrasesIn(words.vaguePrices)

/** Things beside a product that may have names and prices of their own: a seller, reviews, related products. */
export const OTHER_THINGS = phrasesIn(words.otherThings)

/** The fields under which systems put the list of their products. */
export const LIST_FIELDS = phrasesIn(words.lists)

/** By each name of a role, the role. If two roles have a name, the later role wins. */
const MATCHES: ReadonlyMap<string, HeaderMatch> = new Map(
  (Object.entries(words.roles) as [Role, string[]][]).flatMap(([role, rows]) => {
    const names = phrasesIn(role === 'price' ? [...rows, ...words.vaguePrices] : rows)
    return [...names].map((name, rank) => [phraseOf(name), { role, rank }] as const).reverse()
  }),
)

/** The same without spaces, for headers such as `imageurl` and `additional_imageurl`. */
const MATCHES_WITHOUT_SPACES: ReadonlyMap<string, HeaderMatch> = new Map(
  [...MATCHES]
    .filter(([phrase]) => phrase.includes(' ') && phrase.length > 6)
    .map(([phrase, match]) => [phrase.replaceAll(' ', ''), match]),
)

/** Words that link others, which headers often leave out: `prix_vente` is a “prix de vente”. */
const LINKS = new Set('de del du da do di des la le les the of a al'.split(' '))

function withoutLinks(phrase: string): string {
  return phrase
    .split(' ')
    .filter((word) => !LINKS.has(word))
    .join(' ')
}

/** The names of several words without those that link them. */
const BARE_MATCHES: ReadonlyMap<string, HeaderMatch> = new Map(
  [...MATCHES]
    .map(([phrase, match]) => [withoutLinks(phrase), match] as const)
    .filter(([phrase]) => phrase.includes(' ')),
)
