import { comparedUnit } from '@vitrine/catalog/unit'
import { fold } from '@vitrine/catalog/words'
import { phrasesOf } from '../rows/language-rows.ts'
import cellWords from './cell-words.json' with { type: 'json' }
import { headerLanguage } from './header-language.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import { phrasesIn } from './phrases.ts'
import { measureOfHeader, PRICES, type Role } from './roles.ts'

/** The role that a header names, in any language of `header-words.json`; undefined if it names none. */
export function roleOfHeader(written: string): HeaderMatch | undefined {
  const match = roleByName(written)
  // The fields of a feed are better than its parameters.
  const isParameter = match !== undefined && parameterName(written) !== undefined
  return isParameter ? { ...match, rank: match.rank + RANK_OF_PARAMETER } : match
}

const RANK_OF_PARAMETER = 25

/** `ofLanguage`: the role of a header that names its language. */
function roleByName(written: string, ofLanguage = roleInLanguage): HeaderMatch | undefined {
  // Japanese headers have wide brackets.
  const header = written.normalize('NFKC')
  if (ROW_NUMBER.test(header)) return undefined
  const path = header.split('.').map((part) => part.replace(/\[\]$/, ''))
  if (path.length > 1 && path.every((part) => /^[\p{L}\p{N}_ -]+$/u.test(part)))
    return roleOfPath(path) ?? ofLanguage(header)
  const match = roleOfPhrase(headerPhrase(header)) ?? ofLanguage(header) ?? roleOfAlternative(header)
  // `VAT (%)` is a rate.
  if (match && PRICES.has(match.role) && header.includes('%')) return undefined
  return match?.role === 'price' && isWithoutTax(header) ? { ...match, rank: match.rank + RANK_OF_WEAKER } : match
}

/** `S.No`, `Sr. No.`: the rows are numbered. The next file may have other numbers. */
const ROW_NUMBER = /^\s*s[lr]?[. ]\s*no\.?\s*$/i

export interface HeaderMatch {
  readonly role: Role
  /** 0 for the best name of the role; higher numbers are weaker. */
  readonly rank: number
}

/** The role of a text whose header names its language: `description_en`. */
function roleInLanguage(header: string): HeaderMatch | undefined {
  const name = headerLanguage(header)?.name
  const match = name === undefined ? undefined : roleByName(name, () => undefined)
  return match && TEXTS.has(match.role) ? { ...match, rank: match.rank + RANK_OF_WEAKER } : undefined
}

/** Roles of columns that a table may have in several languages. */
export const TEXTS: ReadonlySet<Role> = new Set(['name', 'description', 'category', 'subcategory', 'tags'])

/**
 * The role of the first name in a header that has several, such as `Product / Position`. Of prices, and of names with
 * different roles, nobody knows which one the column has.
 */
function roleOfAlternative(header: string): HeaderMatch | undefined {
  const names = header.split(' / ')
  if (names.length < 2 || header.length > MAX_NAMES || names.some(isPrivate)) return undefined
  const [match, ...others] = names.flatMap((name) => roleOfPhrase(headerPhrase(name)) ?? [])
  if (!match || PRICES.has(match.role) || others.some((other) => other && other.role !== match.role)) return undefined
  return { ...match, rank: match.rank + RANK_OF_WEAKER }
}

/** Whether a header is one of the two best words for the name in its language: `name` and `title`. */
export function isCalledName(header: string): boolean {
  const match = roleOfHeader(header)
  return match?.role === 'name' && match.rank < 2 && !header.includes('.')
}

/** Whether a header names what is not for shoppers: a cost, a supplier, a note. */
export function isPrivate(header: string): boolean {
  return headerPhrase(header)
    .split(' ')
    .some((word) => PRIVATE.has(word))
}

const PRIVATE = phrasesIn(words.private)

/** Characters of a header with several names. A longer text is none, such as the path of a category. */
const MAX_NAMES = 60

/** Whether brackets in a header say that a price is without tax: `Price (excl. VAT)`. */
export function isWithoutTax(header: string): boolean {
  const [, text = ''] = /[([]([^()[\]]*)[)\]]/.exec(header.normalize('NFKC')) ?? []
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
  const text = ` ${fold(header.normalize('NFKC')).replace(/[^\p{L}\p{M}]+/gu, ' ')} `
  return [...TAX_INCLUDED].some((phrase) => text.includes(` ${phrase} `))
}

const TAX_INCLUDED = phrasesIn(cellWords.taxIncluded)

/** Whether a header says that prices are in the smallest unit of the currency: `price_cents`, `Price (cents)`. */
export function isInCents(header: string): boolean {
  return headerPhrase(header.replace(/[()[\]]/g, ' '))
    .split(' ')
    .some((word) => CENTS.has(word))
}

const CENTS = phrasesIn(words.cents)

/** The first part of the path of a property in JSON. It is an option or an attribute, and never a price or a stock. */
export const PROPERTY = 'property'

/** The fields that hold the variants of a product in JSON. */
export const VARIANTS: readonly string[] = ['variants', 'variations', 'skus', 'offers']

/** The fields of a variant are better than those of its product. */
function roleOfPath(path: readonly string[]): HeaderMatch | undefined {
  const isOfVariant = VARIANTS.includes(path[0]!)
  if (path[0] === PROPERTY) {
    const match = roleOfPhrase(headerPhrase(path[1]!))
    return match?.role === 'option' || match?.role === 'options' ? match : undefined
  }
  // Options and sellers have prices and names of their own.
  if (!isOfVariant && path.slice(0, -2).some(isOtherThing)) return undefined
  const last = headerPhrase(path.at(-1)!)
  const pair = roleOfPhrase(headerPhrase(path.slice(-2).join(' ')))
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
export const PACKS = phrasesIn(words.packs)

/** The role of the word before the last, or of the one before that if each picture is in an element: `imgs.i.url`. */
function roleOfParent(path: readonly string[]): HeaderMatch | undefined {
  const match = roleOfPhrase(headerPhrase(path.at(-2)!))
  const above = match || path.length < 3 ? undefined : roleOfPhrase(headerPhrase(path.at(-3)!))
  return above?.role === 'picture' ? above : match
}

/** Whether a field is in an object with the name of an option: `sizes.L.price` is perhaps a surcharge. */
export function isOfOption(header: string): boolean {
  const isOption = (part: string) => ['option', 'options'].includes(roleOfPhrase(headerPhrase(part))?.role ?? '')
  return header.split('.').slice(0, -1).some(isOption)
}

/** Whether a field of a product is an object with a name, a picture or a description of its own, such as its brand. */
function isOtherThing(part: string): boolean {
  const phrase = headerPhrase(part)
  const isBeside = OTHER_THINGS.has(phrase) || CHOICES.has(phrase)
  return isBeside || ['category', 'brand'].includes(roleOfPhrase(phrase)?.role ?? '')
}

/** Last words of a path such as `brand.name`, which say less than the word before. */
export const PATH_ENDINGS = new Set(
  'name title value text url src href link amount label gross default path'.split(' '),
)

function roleOfPhrase(phrase: string): HeaderMatch | undefined {
  const compact = phrase.replaceAll(' ', '')
  const match = matches().get(phrase) ?? matchesWithoutSpaces().get(compact) ?? bareMatches().get(withoutLinks(phrase))
  if (match) return match
  // A compound may be written as two words: `Vare nummer`.
  const compound = compact.length > 6 ? matches().get(compact) : undefined
  if (compound) return compound
  const words = phrase.split(' ')
  const full = words.filter((word) => !EMPTY_WORDS.has(word))
  const weaker = full.length < words.length ? matchOf(full) : undefined
  // A store has a name and an id of its own.
  if (weaker && words.some((word) => SHOP.has(word)) && OF_SHOP.has(weaker.role)) return undefined
  const found = weaker ?? matchWithQualifiers(full)
  return found && { role: found.role, rank: found.rank + RANK_OF_WEAKER }
}

function matchOf(words: readonly string[]): HeaderMatch | undefined {
  const phrase = words.join(' ')
  return matches().get(phrase) ?? bareMatches().get(withoutLinks(phrase))
}

/** The role of the words without those that only say which one: the short description, the link of the picture. */
function matchWithQualifiers(words: readonly string[]): HeaderMatch | undefined {
  for (const [role, qualifiers] of QUALIFIERS) {
    const others = words.filter((word) => !qualifiers.has(word))
    const match = matchOf(others) ?? (others.length === 1 ? matchInCompound(others[0]!, qualifiers) : undefined)
    if (match?.role === role && !(role === 'price' && isTaxAlone(words))) return match
  }
  return undefined
}

/** Whether the words name a tax, and not that it is included: `price tax` is the amount of the tax. */
function isTaxAlone(words: readonly string[]): boolean {
  return words.some((word) => TAXES.has(word)) && !isWithTax(words.join(' '))
}

const TAXES = phrasesIn(words.taxes)

/** The same of a compound: `Hauptbild`, `Langbeskrivelse`. */
function matchInCompound(word: string, qualifiers: ReadonlySet<string>): HeaderMatch | undefined {
  for (const qualifier of qualifiers) {
    const other = word.startsWith(qualifier) ? word.slice(qualifier.length) : undefined
    if (other !== undefined && qualifier.length > 3 && matches().has(other)) return matches().get(other)
  }
  return undefined
}

const SHOP = new Set(['shop', 'store'])
const OF_SHOP: ReadonlySet<Role> = new Set(['name', 'sku', 'description', 'picture'])

/** Words that say only that a column is about the product, or is new. */
const EMPTY_WORDS = phrasesIn(words.qualifiers.any)

const { any: _, price: ofPrices, ...ofOthers } = words.qualifiers
const QUALIFIERS = Object.entries({
  ...ofOthers,
  price: [...ofPrices, ...words.taxes, ...words.cents],
  'list price': words.cents,
  'sale price': words.cents,
}).map(([role, rows]) => [role, phrasesIn(rows)] as const)

/** Is added to the rank of a header that perhaps says something else. */
const RANK_OF_VAGUE = 500

/** Is added to the rank of a header that says the same less well. */
const RANK_OF_WEAKER = 1000

/**
 * The header of a measure in the form `Weight (kg)`: that form itself, or made of `weight_kg`. A header such as
 * `Weight` stays as it is, because its cells may name the unit. undefined for other headers, and for `price_kg`,
 * whose first word has another role.
 */
export function measureHeader(header: string): string | undefined {
  if (measureOfHeader(header) || MEASURES.has(headerPhrase(header))) return header
  const end = header.lastIndexOf('_')
  const [name, unit] = [header.slice(0, Math.max(end, 0)).trim(), header.slice(end + 1).trim()]
  if (!/[^\W_]/.test(name) || !comparedUnit(unit)) return undefined
  const role = roleOfHeader(name)?.role ?? 'option'
  const lastWord = headerPhrase(name).split(' ').at(-1)!
  const isMeasure = MEASURES.has(lastWord) || !AMBIGUOUS_UNITS.has(unit.toLowerCase())
  return role === 'option' && isMeasure ? `${name.replace(/[\s_.]+/g, ' ').trim()} (${unit})` : undefined
}

const MEASURES = phrasesIn(words.measures)

/** Units that are words or sizes as well, as in `made_in` and `stock_m`. */
const AMBIGUOUS_UNITS = new Set(['in', 'l', 'm', 't'])

/** The name of a parameter in a feed: “Weight” of `param.Weight` or `attrs.a.Weight`; undefined for other headers. */
export function parameterName(header: string): string | undefined {
  return /^(?:param|parameter|property|attrs\.a|characteristic)\.([^.]*\p{L}[^.]*)$/iu.exec(header)?.[1]
}

/** Headers of who made a work. Two authors may use the same title. */
export const CREATORS = phrasesIn(words.creators)

/** Whether a header names who made the product: `Author`, `author.name` or `param.Author`, but not `reviews.author`. */
export function isOfCreator(header: string): boolean {
  const parts = header.split('.').map(headerPhrase)
  const isEnding = parts.length > 1 && PATH_ENDINGS.has(parts.at(-1)!)
  const [creator, ...others] = parts.slice(0, isEnding ? -1 : undefined).reverse()
  return CREATORS.has(creator!) && !others.some((part) => OTHER_THINGS.has(part))
}

/** Whether the header of a stock says that it is what can be sold now, as “current quantity” and “on hand” do. */
export function countsWhatIsLeft(header: string): boolean {
  return headerPhrase(header)
    .split(' ')
    .some((word) => LEFT.has(word))
}

/** Words beside that for a stock, without those for a total. */
const LEFT = new Set(
  ['hand', ...phrasesIn(words.qualifiers.stock)].filter((word) => !['total', 'общии'].includes(word)),
)

/** Headers of prices that are perhaps something else, or not what a shopper pays. */
export const VAGUE_PRICES = phrasesIn(words.vaguePrices)

/** Things beside a product that may have names and prices of their own: a seller, reviews, related products. */
export const OTHER_THINGS = phrasesIn(words.otherThings)

/** Fields for what a shopper chooses: `options`. */
export const CHOICES = phrasesIn(words.choices)

/** The fields under which systems put the list of their products. */
export const LIST_FIELDS = phrasesIn(words.lists)

/** By each name of a role, the role. Files of known formats do without. */
const matches = whenNeeded(
  (): ReadonlyMap<string, HeaderMatch> =>
    new Map(
      (Object.entries(words.roles) as [Role, string[]][]).flatMap(([role, rows]) => [
        ...matchesIn(role, rows, 0),
        ...(role === 'price' ? matchesIn(role, words.vaguePrices, RANK_OF_VAGUE) : []),
      ]),
    ),
)

/** The names of a role. The first ones of each language are the best, English ones before others. */
function matchesIn(role: Role, rows: readonly string[], rank: number): (readonly [string, HeaderMatch])[] {
  return rows.flatMap((row, index) =>
    phrasesOf([row]).map((name, place) => [name, { role, rank: rank + place + index / 1000 }] as const),
  )
}

/** The same without spaces, for headers such as `imageurl` and `additional_imageurl`. */
const matchesWithoutSpaces = whenNeeded(
  (): ReadonlyMap<string, HeaderMatch> =>
    new Map(
      [...matches()]
        .filter(([phrase]) => phrase.includes(' ') && phrase.length > 6)
        .map(([phrase, match]) => [phrase.replaceAll(' ', ''), match]),
    ),
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
const bareMatches = whenNeeded(
  (): ReadonlyMap<string, HeaderMatch> =>
    new Map(
      [...matches()]
        .map(([phrase, match]) => [withoutLinks(phrase), match] as const)
        .filter(([phrase]) => phrase.includes(' ')),
    ),
)

/** The value of a function that is called once, for the first who needs it. */
function whenNeeded<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
