import { DigestMap } from '@vitrine/catalog/digest-map'
import type { Product, Variant } from '@vitrine/catalog/product'
import { NO_LANGUAGE } from '@vitrine/catalog/store'
import { delimitedLine, urlList } from './delimited.ts'
import type { Feed, FeedSource, FeedWriter } from './feed.ts'
import type { FeedReport } from './feed-report.ts'
import { cleanText, shortenText } from './feed-text.ts'
import { ITEM_ATTRIBUTES } from './item-attributes.ts'
import { type Item, type ItemRules, itemsOf } from './items.ts'

const CUSTOM_LABELS = ['custom_label_0', 'custom_label_1', 'custom_label_2', 'custom_label_3', 'custom_label_4']

/** The attributes of an item that Vitrine has, in the order of Google's product data specification. */
const ATTRIBUTES = [
  ...['id', 'title', 'description', 'link', 'image_link', 'additional_image_link'],
  ...['availability', 'price', 'sale_price', 'product_type', 'brand', 'gtin', 'mpn'],
  ...['unit_pricing_measure', 'unit_pricing_base_measure'],
  ...['item_group_id', 'item_group_title', ...ITEM_ATTRIBUTES, ...CUSTOM_LABELS],
  'variant_option',
]

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/tiff']

const SKU_LIMIT = 50
const GROUP_TITLE_LIMIT = 150
const VARIANT_OPTIONS_LIMIT = 30
/** Of the name and of the value, in characters. */
const VARIANT_OPTION_LIMIT = 250
const MORE_PICTURES_LIMIT = 10
/** In characters. A longer path is left out. */
const PRODUCT_TYPE_LIMIT = 750
/** In characters. A longer tag is left out. */
const CUSTOM_LABEL_LIMIT = 100

/**
 * A product feed for Google Merchant Center: an item for each variant. XML is the default, because it can repeat an
 * attribute: in a table, an item has only one product type.
 */
export const googleFeed: Feed = {
  name: 'google',
  title: 'a product feed for Google Merchant Center',
  needs: ['currency', 'productUrl'],
  writers: { xml: xmlWriter, tsv: tsvWriter, txt: tsvWriter },
}

interface GoogleItem {
  readonly texts: Readonly<Record<string, string | undefined>>
  /** The attributes that can occur several times. */
  readonly lists: { readonly additional_image_link: readonly string[]; readonly product_type: readonly string[] }
  readonly variantOptions: readonly (readonly [name: string, value: string])[]
}

function xmlWriter(source: FeedSource, report: FeedReport): FeedWriter {
  const { publicName, url = new URL(source.productUrl).origin, language } = source
  const itemsIn = googleItems(source, report, /^/)
  const channel = [
    element('title', publicName ?? url),
    element('link', url),
    element('description', `The products of ${publicName ?? url}`),
    ...(language === undefined || language === NO_LANGUAGE ? [] : [element('language', language)]),
  ]
  return {
    begin: [...XML_HEAD, channel.join('')].join('\n'),
    product: (product) => itemsIn(product).map(xmlItem).join(''),
    end: '</channel>\n</rss>\n',
  }
}

const XML_HEAD = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
  '<channel>',
]

function xmlItem({ texts, lists, variantOptions }: GoogleItem): string {
  const fields: Readonly<Record<string, string | readonly string[] | undefined>> = { ...texts, ...lists }
  const elements = ATTRIBUTES.flatMap((name) => [fields[name] ?? []].flat().map((text) => element(`g:${name}`, text)))
  const options = variantOptions.map(
    ([name, value]) =>
      `<g:variant_option>\n${element('g:name', name)}${element('g:value', value)}</g:variant_option>\n`,
  )
  return `<item>\n${elements.join('')}${options.join('')}</item>\n`
}

function element(name: string, text: string): string {
  const escaped = cleanText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<${name}>${escaped}</${name}>\n`
}

function tsvWriter(source: FeedSource, report: FeedReport): FeedWriter {
  const itemsIn = googleItems(source, report, /^[^,:\\]*$/)
  return {
    begin: delimitedLine(ATTRIBUTES, '\t'),
    product: (product) => itemsIn(product).map(tsvLine).join(''),
    end: '',
  }
}

function tsvLine({ texts, lists, variantOptions }: GoogleItem): string {
  const cells: GoogleItem['texts'] = {
    ...texts,
    additional_image_link: urlList(lists.additional_image_link),
    product_type: lists.product_type[0],
    variant_option: variantOptions.map((option) => option.join(':')).join(','),
  }
  return delimitedLine(
    ATTRIBUTES.map((name) => cells[name] ?? ''),
    '\t',
  )
}

/** `optionText` matches the names and values of variant options that the form of the feed can have. */
function googleItems(source: FeedSource, report: FeedReport, optionText: RegExp): (product: Product) => GoogleItem[] {
  const rules = googleRules()
  const canHave = ({ ownOptions }: Item) => {
    const texts = Object.entries(ownOptions).flat()
    const isShort = texts.every((text) => text.length <= VARIANT_OPTION_LIMIT && optionText.test(text))
    return isShort && texts.length <= 2 * VARIANT_OPTIONS_LIMIT
  }
  return (product) => {
    const items = itemsOf(product, source, rules, report)
    const hasOptions = items.every(canHave)
    return items.map((item) => googleItem(item, product, hasOptions ? Object.entries(item.ownOptions) : []))
  }
}

/** The sku is the id of an item, so it has to be unique in the feed. */
function googleRules(): ItemRules {
  const skus = new DigestMap()
  return {
    pictureTypes: PICTURE_TYPES,
    whyLeftOut({ variant: { sku, price } }) {
      if (price === '0.00') return 'zero-price'
      if (sku.length > SKU_LIMIT) return 'long-sku'
      return skus.claim(sku, 0) === undefined ? undefined : 'repeated-sku'
    },
  }
}

function googleItem(item: Item, product: Product, variantOptions: GoogleItem['variantOptions']): GoogleItem {
  const [picture, ...pictures] = item.pictures
  return {
    texts: {
      id: item.variant.sku,
      title: item.title,
      description: item.description,
      link: item.url,
      image_link: picture,
      availability: item.isAvailable ? 'in_stock' : 'out_of_stock',
      price: item.price,
      sale_price: item.salePrice,
      brand: item.brand,
      gtin: item.variant.gtin,
      mpn: item.variant.mpn,
      ...unitPricing(item.variant),
      ...(item.isInGroup ? { item_group_id: product.id, item_group_title: groupTitle(product) } : {}),
      ...item.attributes,
      ...customLabels(item.labels.tags),
    },
    lists: {
      additional_image_link: pictures.slice(0, MORE_PICTURES_LIMIT),
      product_type: item.labels.categories.map((path) => path.join(' > ')).filter(isProductType),
    },
    variantOptions,
  }
}

function customLabels(tags: readonly string[]): Record<string, string | undefined> {
  const labels = tags.filter(({ length }) => length <= CUSTOM_LABEL_LIMIT)
  return Object.fromEntries(CUSTOM_LABELS.map((name, index) => [name, labels[index]]))
}

/** What Google takes: https://support.google.com/merchants/answer/6324455 and …/6324490 */
const UNITS = new Set(['oz', 'lb', 'mg', 'g', 'kg', 'ml', 'cl', 'l', 'cbm', 'cm', 'm', 'sqm', 'ct', 'sheet', 'item'])
const BASE_MEASURE = /^(?:(?:1|2|4|8|10|100) \S+|75 cl|750 ml|50 kg|1000 kg)$/

function unitPricing({ unitPrice }: Variant): Record<string, string> {
  if (!unitPrice || !UNITS.has(unitPrice.unit)) return {}
  const { contents, amount, unit } = unitPrice
  const base = `${amount} ${unit}`
  return {
    unit_pricing_measure: `${contents} ${unit}`,
    ...(BASE_MEASURE.test(base) && { unit_pricing_base_measure: base }),
  }
}

function groupTitle({ name }: Product): string {
  return shortenText(cleanText(name), GROUP_TITLE_LIMIT)
}

function isProductType({ length }: string): boolean {
  return length <= PRODUCT_TYPE_LIMIT
}
