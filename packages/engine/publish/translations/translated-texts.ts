import { decodeEntities } from '@vitrine/catalog/html-text'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { LeftOutReason, LeftOutRow } from '@vitrine/catalog/left-out'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import type { MarketContent, MarketOptionGroup, Product } from '@vitrine/catalog/product'
import { slugify } from '@vitrine/catalog/slug'
import { languageTag, type Market } from '@vitrine/catalog/store'
import type { TranslatedText } from '@vitrine/catalog/stream/record'
import type { FindingPlace } from '@vitrine/catalog/submission'
import { fold } from '@vitrine/catalog/words'

/** Translations of texts of a shop, and which of them each product of the store uses. */
export class TranslatedTexts {
  readonly #markets: readonly Market[]
  /** By the number that the shop gave the product. */
  readonly #products = new Map<string, ShopProduct>()
  /** Texts of products by the number, the market and the field; other texts by the kind, the market and the text. */
  readonly #texts = new Map<string, Text>()
  readonly #rows: TextRow[] = []
  readonly #titles = new Map<string, number>()
  #byHandle: ReadonlyMap<string, string> | undefined
  #byTitle: ReadonlyMap<string, string> | undefined
  #characters = 0

  constructor(markets: readonly Market[]) {
    this.#markets = markets
  }

  /** Adds a translation, or returns why it is left out. Throws `CatalogFileError` if there are too many. */
  add({
    place,
    identification,
    type,
    field,
    locale,
    market,
    original,
    translated,
  }: TranslatedText): LeftOutReason | undefined {
    const isOfProduct = type === 'PRODUCT'
    if (isOfProduct) this.#noteProduct(identification, field, original)
    const key = isOfProduct && PRODUCT_FIELDS.has(field) ? identification : SHARED.get(`${type} ${field}`)
    if (key === undefined) return 'other-text'
    if (translated === '') return 'no-translation'
    const targets = this.#targets(locale, market)
    if (targets.length === 0) return 'no-market'
    this.#characters += translated.length
    if (this.#characters > CHARACTERS_LIMIT) throw new CatalogFileError(TOO_LARGE)
    const isOwn = key === identification
    const row: TextRow = { place, reason: isOwn ? 'unknown-product' : 'unknown-text', isUsed: false }
    this.#rows.push(row)
    const name = isOwn ? field : nameKey(original)
    for (const { code, rank } of targets) this.#set(textKey(key, code, name), { value: translated, rank, rows: [row] })
    return undefined
  }

  /** Whether a product of the file has no handle, so that its title has to tell which one it is. */
  get needTitles(): boolean {
    return [...this.#products.values()].some(({ handle }) => handle === undefined)
  }

  /** Counts a title of the store. */
  countTitle(title: string): void {
    this.#titles.set(title, (this.#titles.get(title) ?? 0) + 1)
  }

  /** What the translations say of a product of the store; undefined if nothing. */
  of(product: Product): TranslatedProduct | undefined {
    const own = this.#numberOf(product)
    const rows: TextRow[] = []
    const markets = this.#markets.flatMap(({ code }): [string, MarketContent][] => {
      const find = (key: string, name: string) => {
        const text = this.#texts.get(textKey(key, code, name))
        for (const row of text?.rows ?? []) {
          row.isUsed = true
          rows.push(row)
        }
        return text?.value
      }
      const content = contentOf(product, (field) => (own === undefined ? undefined : find(own, field)), find)
      return Object.keys(content).length === 0 ? [] : [[code, content]]
    })
    if (markets.length === 0) return undefined
    const { product: _, ...place } = rows[0]!.place
    return { place, markets: Object.fromEntries(markets) }
  }

  /** The rows that no product of the store has used. */
  *leftOut(): Generator<LeftOutRow> {
    for (const { place, reason, isUsed } of this.#rows) if (!isUsed) yield { ...place, reason }
  }

  #noteProduct(identification: string, field: string, original: string): void {
    const product = this.#products.get(identification) ?? {}
    if (field === 'handle' && original !== '') product.handle ??= original
    if (field === 'title' && original !== '') product.title ??= decodeEntities(original)
    this.#products.set(identification, product)
  }

  /** Keeps the better of two texts for the same place: first that of the market, then that of the exact language. */
  #set(key: string, text: Text): void {
    const other = this.#texts.get(key)
    if (other && other.value === text.value) other.rows.push(...text.rows)
    else if (other && other.rank <= text.rank) markRepeated(text)
    else {
      if (other) markRepeated(other)
      this.#texts.set(key, text)
    }
  }

  /** The markets that get a text: those of the language, or else those with the same primary language. */
  #targets(locale: string, name: string): readonly { readonly code: string; readonly rank: number }[] {
    const tag = languageTag(locale.replaceAll('_', '-'))
    if (tag === undefined) return []
    const named = this.#markets.filter((market) => name === '' || isNamed(market, name))
    const exact = named.filter(({ language }) => language === tag)
    const similar = named.filter(({ language }) => primary(language) === primary(tag))
    const rank = (name === '' ? 2 : 0) + (exact.length > 0 ? 0 : 1)
    return (exact.length > 0 ? exact : similar).map(({ code }) => ({ code, rank }))
  }

  #numberOf({ name, slug, formerSlugs = [] }: Product): string | undefined {
    this.#byHandle ??= new Map(
      [...this.#products].flatMap(([number, { handle = '' }]) => [[slugFromHandle(handle) ?? '', number] as const]),
    )
    this.#byTitle ??= onlyOnes(
      [...this.#products].flatMap(([number, { handle, title }]) =>
        handle === undefined && title !== undefined ? [[title, number] as const] : [],
      ),
    )
    const handle = [slug, ...formerSlugs].find((handle) => this.#byHandle!.has(handle))
    if (handle !== undefined) return this.#byHandle.get(handle)
    return this.#titles.get(name) === 1 ? this.#byTitle.get(name) : undefined
  }
}

export interface TranslatedProduct {
  /** The first of its rows. */
  readonly place: FindingPlace
  readonly markets: Readonly<Record<string, MarketContent>>
}

interface ShopProduct {
  handle?: string
  title?: string
}

/** A translation in one market. */
interface Text {
  readonly value: string
  /** The lower, the better. */
  readonly rank: number
  /** Several rows may say the same. */
  readonly rows: TextRow[]
}

interface TextRow {
  readonly place: FindingPlace
  /** Why it is left out if it is not used. */
  reason: LeftOutReason
  isUsed: boolean
}

/** In UTF-16 units. */
const CHARACTERS_LIMIT = 256 * 1024 * 1024
const TOO_LARGE = 'The file has more than 256 MiB of translations. Export the languages one by one.'

const PRODUCT_FIELDS = new Set(['title', 'body_html', 'handle', 'meta_title', 'meta_description'])

/** The kinds of texts that are found by the text in the store, wherever it is. */
const SHARED = new Map([
  ['PRODUCT_OPTION name', 'group '],
  ['PRODUCT_OPTION_VALUE name', 'option '],
  ['PRODUCT product_type', 'label '],
  ['COLLECTION title', 'label '],
  ['MEDIA_IMAGE alt', 'alt '],
  ['PRODUCT_IMAGE alt', 'alt '],
])

type Find = (key: string, name: string) => string | undefined

function contentOf(product: Product, own: (field: string) => string | undefined, find: Find): MarketContent {
  const owners = [product, ...product.variants]
  const named = (kind: string, name: string) => decoded(find(kind, nameKey(name)))
  const labels = new Map(
    owners.flatMap(({ labelValues }) => labelValues.map(({ code, name }) => [code, name] as const)),
  )
  const alts = new Map(
    owners.flatMap(({ files }) =>
      files.flatMap(({ file: { path, alt } }) => (alt === undefined ? [] : [[path, alt] as const])),
    ),
  )
  const handle = own('handle')
  const seo = stated({ title: decoded(own('meta_title')), description: decoded(own('meta_description')) })
  const groups = product.optionGroups.map(({ code, name, options }): [string, MarketOptionGroup | undefined] => {
    const names = stated(Object.fromEntries(options.map((option) => [option.code, named('option ', option.name)])))
    return [code, stated({ name: named('group ', name), options: names }) as MarketOptionGroup | undefined]
  })
  const files = [...alts].map(([path, alt]): [string, { alt: string } | undefined] => {
    const text = named('alt ', alt)
    return [path, text === undefined ? undefined : { alt: text }]
  })
  return (stated({
    name: decoded(own('title')),
    description: own('body_html'),
    slug: handle && slugFromHandle(handle),
    seo,
    labelValues: stated(Object.fromEntries([...labels].map(([code, name]) => [code, named('label ', name)]))),
    optionGroups: stated(Object.fromEntries(groups)),
    files: stated(Object.fromEntries(files)),
  }) ?? {}) as MarketContent
}

/** The fields that are not undefined; undefined if there are none. */
function stated<Value>(
  fields: Readonly<Record<string, Value | undefined>>,
): Readonly<Record<string, Value>> | undefined {
  const entries = Object.entries(fields).filter((entry): entry is [string, Value & {}] => entry[1] !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function decoded(name: string | undefined): string | undefined {
  return name === undefined ? undefined : decodeEntities(name)
}

function markRepeated({ rows }: Text): void {
  for (const row of rows) row.reason = 'repeated'
}

function textKey(key: string, market: string, name: string): string {
  return `${key}\0${market}\0${name}`
}

function nameKey(name: string): string {
  return fold(decodeEntities(name).trim())
}

function isNamed({ code, publicName = '' }: Market, name: string): boolean {
  return [code, publicName].some((own) => own !== '' && slugify(own) === slugify(name))
}

function primary(tag: string): string {
  return tag.split('-', 1)[0]!
}

/** The entries whose key no other has. */
function onlyOnes(entries: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(entries, ([key]) => key)
  return new Map([...groups.values()].flatMap((group) => (group.length === 1 ? group : [])))
}
