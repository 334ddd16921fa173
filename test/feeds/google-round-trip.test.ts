import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nameKey, pathKey } from '@vitrine/catalog/code-book'
import { decodeEntities, htmlToPlainText } from '@vitrine/catalog/html-text'
import type { LabelKind } from '@vitrine/catalog/label-kind'
import type { OptionGroup, Product, ProductLabel, Submitted, Variant } from '@vitrine/catalog/product'
import { slugify } from '@vitrine/catalog/slug'
import { fold } from '@vitrine/catalog/words'
import { googleFeed } from '@vitrine/feeds/google'
import fc from 'fast-check'
import { readFile } from '../convert/catalog-file.ts'
import { DATABASES } from '../database/databases.ts'
import { histories, type RandomLine } from '../model/random-catalog.ts'
import { cases } from '../quick.ts'
import { feedOf, SHOP } from './feed-of.ts'

const BASE = 'https://cdn.example/'

/** The product that an import reads, without ids, times and codes. */
interface ReadBack {
  /** undefined for a slug that is made from the name. */
  readonly slug: string | undefined
  readonly name: string
  readonly description: string
  readonly files: readonly string[]
  readonly labels: readonly string[]
  readonly brand: string | undefined
  readonly variants: readonly ReadBackVariant[]
}

interface ReadBackVariant extends Pick<Variant, 'name' | 'sku' | 'gtin' | 'mpn' | 'price' | 'listPrice' | 'stock'> {
  readonly options: readonly string[]
  readonly files: readonly string[]
}

for (const { database, open, skip } of DATABASES) {
  describe(`a Google feed of a store in ${database}`, { skip }, () => {
    test('is read back as the same catalog, but for what Google cannot carry', async () => {
      await fc.assert(
        fc.asyncProperty(histories(SHOP, 1), async ([first]) => {
          await using opened = await open()
          const lines = first!.lines.map(({ line }, index) => withSkus(line, index % 4))
          const { text, products } = await feedOf(opened, googleFeed, 'xml', lines, { pictureBase: BASE })
          const expected = expectedProducts(products)
          if (expected.length === 0) return assert.doesNotMatch(text, /<item>/)
          const { products: read, problems, dropped, leftOut } = await readFile(text)
          assert.deepEqual([problems, dropped, leftOut], [[], [], []])
          const slugs = comparableSlugs(expected)
          assert.deepEqual(
            read.map((product) => readBack(product, slugs)),
            expected.map((product) => ({ ...product, slug: slugs.has(product.slug) ? product.slug : undefined })),
          )
        }),
        { numRuns: cases({ quick: 10, complete: database === 'postgres' ? 15 : 60 }) },
      )
    })
  })
}

/** The slugs in the feed that no import makes from a name. The first of two products with the same slug keeps it. */
function comparableSlugs(products: readonly ReadBack[]): Set<string | undefined> {
  const made = new Set(products.flatMap(({ slug, name }) => (slug === undefined ? slugify(name) : [])))
  const slugs = products.flatMap(({ slug }) => slug ?? [])
  return new Set(slugs.filter((slug) => !made.has(slug) && !made.has(slug.replace(/-\d+$/, ''))))
}

/** The product with a suffix at its skus, so that fewer products share a sku. */
function withSkus(line: RandomLine['line'], suffix: number): object {
  const variants = line.variants as readonly { readonly sku: string }[] | undefined
  return { ...line, variants: variants?.map((variant) => ({ ...variant, sku: `${variant.sku}.${suffix}` })) }
}

function readBack(product: Submitted<Product>, slugs: ReadonlySet<string | undefined>): ReadBack {
  const { slug, name, description, files, labelValues, optionGroups, variants } = product
  const names = new Map(labelValues.map((label) => [label.code, label.name]))
  return {
    slug: slugs.has(slug) ? slug : undefined,
    name,
    description,
    files: files.map(({ file: { path } }) => path),
    labels: labelValues.map((label) => labelText(label, label.parent && names.get(label.parent))),
    brand: optionGroups.find((group) => group.name === 'Brand' && !isChosen(group, variants))?.options[0]?.name,
    variants: variants.map((variant) => ({
      name: variant.name,
      sku: variant.sku,
      ...(variant.gtin && { gtin: variant.gtin }),
      ...(variant.mpn && { mpn: variant.mpn }),
      price: variant.price,
      ...(variant.listPrice && { listPrice: variant.listPrice }),
      stock: variant.stock,
      options: optionGroups.flatMap((group) => optionText(group.name, choice(group, variant as Variant))).sort(),
      files: variant.files.map(({ file: { path } }) => path),
    })),
  }
}

/** What can be carried, as docs/exporting.md says, of the products in the order of the feed. */
function expectedProducts(products: readonly Product[]): ReadBack[] {
  const skus = new Set<string>()
  return products.flatMap((product) => {
    const sold = product.variants.filter((variant) => isSold(product, variant, skus))
    const keys = sold.map((variant) =>
      JSON.stringify(product.optionGroups.map((group) => choice(group, variant) ?? '')),
    )
    const isGroup = new Set(keys).size === sold.length && sold.every(({ productOptions }) => productOptions.length > 0)
    const hasOwn = isGroup && sold.every((variant) => differing(product).every((group) => choice(group, variant)))
    const groups: Variant[][] = []
    let together: Variant[] | undefined
    for (const variant of sold) {
      const isAlone = !hasOwn && attributes(product, variant).length === 0
      if (sold.length < 2 || !isGroup || isAlone) groups.push([variant])
      else if (together) together.push(variant)
      else {
        together = [variant]
        groups.push(together)
      }
    }
    return groups.map((variants, index) => {
      const isTogether = variants === together
      return expectedProduct(product, variants, index === 0, isTogether, isTogether && hasOwn)
    })
  })
}

/** The groups from which the variants chose different options. */
function differing({ optionGroups, variants }: Product): OptionGroup[] {
  return optionGroups.filter((group) => new Set(variants.map((each) => choice(group, each))).size > 1)
}

function expectedProduct(
  product: Product,
  variants: readonly Variant[],
  isFirst: boolean,
  isGroup: boolean,
  hasOwn: boolean,
): ReadBack {
  const titles = variants.map((variant) => title(product, variant))
  const brands = product.optionGroups.find(({ code }) => code === 'brand')
  const isOwnBrand = hasOwn && differing(product).some((group) => group === brands)
  return {
    slug: isFirst ? product.slug : undefined,
    name: isGroup ? decodeEntities(product.name) : titles[0]!,
    description: htmlToPlainText(product.description).trim(),
    files: pictures(product, variants[0]!),
    labels: labels(product),
    brand: isOwnBrand ? undefined : brands && (choice(brands, variants[0]!) ?? onlyOption(brands, product)),
    variants: variants.map((variant, index) => ({
      name: titles[index]!,
      sku: variant.sku,
      ...(variant.gtin && { gtin: variant.gtin }),
      ...(variant.mpn && { mpn: variant.mpn }),
      price: variant.price,
      ...(variant.listPrice && { listPrice: variant.listPrice }),
      stock: variant.stock === 0 ? 0 : null,
      options: options(product, variant, hasOwn)
        .flatMap(([group, option]) => optionText(group, option))
        .sort(),
      files: variants.length > 1 ? pictures(product, variant) : [],
    })),
  }
}

function isSold(product: Product, variant: Variant, skus: Set<string>): boolean {
  const isComplete = htmlToPlainText(product.description).trim() !== '' && pictures(product, variant).length > 0
  if (!isComplete || variant.price === '0.00' || skus.has(variant.sku)) return false
  skus.add(variant.sku)
  return true
}

function pictures(product: Product, variant: Variant): string[] {
  const paths = [...variant.files, ...product.files].map(({ file: { path } }) => new URL(path, BASE).href)
  return [...new Set(paths)]
}

/** The options that become attributes of Google. */
function attributes(product: Product, variant: Variant): [group: string, option: string][] {
  return product.optionGroups.flatMap((group): [string, string][] => {
    const name = { color: 'Color', size: 'Size', material: 'Material' }[group.code]
    const option = choice(group, variant) ?? onlyOption(group, product)
    return name && option !== undefined ? [[name, option]] : []
  })
}

/** Options that tell variants apart have the names of the shop, others those of Google. */
function options(product: Product, variant: Variant, hasOwn: boolean): [group: string, option: string][] {
  if (!hasOwn) return attributes(product, variant)
  const own = differing(product)
  const others = { ...product, optionGroups: product.optionGroups.filter((group) => !own.includes(group)) }
  const named = own.map((group): [string, string] => [decodeEntities(group.name), choice(group, variant)!])
  return [...attributes(others, variant), ...named]
}

function choice(group: OptionGroup, { productOptions }: Variant): string | undefined {
  return group.options.find((option) => productOptions.some(({ id }) => id === option.id))?.name
}

function isChosen(
  group: OptionGroup,
  variants: readonly { readonly productOptions: readonly { readonly id?: string }[] }[],
) {
  return variants.some(({ productOptions }) =>
    group.options.some(({ id }) => productOptions.some((each) => each.id === id)),
  )
}

function onlyOption(group: OptionGroup, { variants }: Product): string | undefined {
  const isChosen = variants.some((variant) => choice(group, variant) !== undefined)
  return group.options.length === 1 && !isChosen ? group.options[0]!.name : undefined
}

function title(product: Product, variant: Variant): string {
  const options = differing(product).flatMap((group) => choice(group, variant) ?? [])
  if (variant.name === product.name)
    return decodeEntities([product.name, options.join(', ')].filter(Boolean).join(' - '))
  const isWhole = fold(variant.name).includes(fold(product.name))
  return decodeEntities(isWhole ? variant.name : `${product.name} - ${variant.name}`)
}

/**
 * The categories, each path once, and then the tags that no category has the name of. A name below itself is no step of
 * a path. A label of unknown kind is a category.
 */
function labels({ labelValues }: Product): string[] {
  const names = new Map<string, string>()
  const texts: string[] = []
  const add = (path: readonly string[], kind: LabelKind) => {
    if (names.has(pathKey(path))) return
    names.set(pathKey(path), path.at(-1)!)
    texts.push(labelText({ name: path.at(-1)!, kind }, names.get(pathKey(path.slice(0, -1)))))
  }
  const pathTo = (code: string): string[] => {
    const { name, parent } = labelValues.find((label) => label.code === code)!
    const above = parent === undefined ? [] : pathTo(parent)
    return nameKey(above.at(-1) ?? '') === nameKey(name) ? above : [...above, name]
  }
  const parents = new Set(labelValues.map(({ parent }) => parent))
  const lowest = labelValues.filter(({ code }) => !parents.has(code))
  const isTag = ({ kind, parent }: ProductLabel) => parent === undefined && (kind === 'tag' || kind === 'collection')
  for (const path of lowest.filter((label) => !isTag(label)).map(({ code }) => pathTo(code)))
    for (const index of path.keys()) add(path.slice(0, index + 1), 'category')
  const categories = new Set(Array.from(names.values(), nameKey))
  for (const label of lowest) if (isTag(label) && !categories.has(nameKey(label.name))) add([label.name], 'tag')
  return texts
}

function labelText({ name, kind }: Pick<ProductLabel, 'name' | 'kind'>, parent: string | undefined): string {
  return `${kind} ${parent === undefined ? name : `${name} < ${parent}`}`
}

function optionText(group: string, option: string | undefined): string[] {
  return option === undefined ? [] : [`${group}: ${fold(option)}`]
}
