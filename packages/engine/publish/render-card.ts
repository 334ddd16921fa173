import { brandGroup } from '@vitrine/catalog/brand'
import type { DerivedFields } from '@vitrine/catalog/derived-fields'
import type { Option, OptionGroup, PictureFile, Product, Variant } from '@vitrine/catalog/product'

/** The document `card`: what a grid shows of a product. `derived` are its fields that follow from others. */
export function renderCard(product: Product, derived: DerivedFields): string {
  const { id, name, slug, rating, createdAt, updatedAt, optionGroups, files, variants, externalId } = product
  const { price, listPrice, unitPrice, inStock, onSale, excerpt } = derived
  const picture = (files[0] ?? variants.find((variant) => variant.files.length > 0)?.files[0])?.file
  const brand = brandGroup(optionGroups)
  const card = {
    ...{ id, name, slug, picture: picture && pictureOf(picture), price, listPrice },
    ...{ unitPrice, inStock, onSale, excerpt },
    ...{ brand: brand?.options[0]?.name, rating, createdAt, updatedAt },
  }
  const room = CARD_BYTES - Buffer.byteLength(JSON.stringify(card))
  const groups = optionGroups.filter((group) => group !== brand)
  const ids = { externalId, variantExternalId: variants.length === 1 ? variants[0]!.externalId : undefined }
  return JSON.stringify({ ...card, ...ids, optionGroups: cardGroups(groups, variants, room) })
}

/**
 * The bytes of a card without its external ids, so that a page of 20 takes 25 kB. Options, and then their pictures, are
 * left out where there is no room for them. Only long names, slugs and addresses in other scripts can make a card
 * larger.
 */
const CARD_BYTES = 1200

/** The characters of a picture's address and alternative text beyond which an option is shown without its picture. */
const MAX_PICTURE = 300

interface CardGroup {
  readonly name: string
  readonly code: string
  /** Of all options, also those that are left out. */
  readonly count: number
  readonly options: CardOption[]
}

interface CardOption {
  readonly name: string
  readonly code: string
  readonly color?: string | undefined
  picture?: CardPicture
}

type CardPicture = ReturnType<typeof pictureOf>

/** The option groups with as many of their options as there is room for: one of each group in turn. */
function cardGroups(groups: readonly OptionGroup[], variants: readonly Variant[], bytes: number): CardGroup[] {
  let room = bytes
  const fits = (part: object) => {
    room -= Buffer.byteLength(JSON.stringify(part)) + 1
    return room >= 0
  }
  const shown: CardGroup[] = []
  for (const { name, code, options } of groups) {
    const group = { name, code, count: options.length, options: [] }
    if (fits(group)) shown.push(group)
  }
  const longest = Math.max(0, ...groups.map(({ options }) => options.length))
  for (let index = 0; index < longest && room > 0; index++)
    for (const [at, group] of shown.entries()) {
      const option = groups[at]!.options[index]
      const brief = option && { name: option.name, code: option.code, color: option.color }
      if (brief && fits(brief)) group.options.push(brief)
    }
  for (const [at, group] of shown.entries()) addPictures(group, groups[at]!, variants, fits)
  return shown
}

/** Adds the first picture of each option, in the group whose options have different ones: the color of a shirt. */
function addPictures(
  { options }: CardGroup,
  group: OptionGroup,
  variants: readonly Variant[],
  fits: (part: object) => boolean,
): void {
  const pictures = options.map((_, index) => pictureOfOption(group.options[index]!, variants))
  const paths = new Set(pictures.map((picture) => picture?.path))
  if (paths.size < 2 || paths.size < options.length) return
  for (const [index, picture] of pictures.entries()) {
    if (picture && JSON.stringify(picture).length <= MAX_PICTURE && fits({ picture })) options[index]!.picture = picture
  }
}

/** The first picture of the first variant that has the option. */
function pictureOfOption({ id }: Option, variants: readonly Variant[]): CardPicture | undefined {
  const variant = variants.find(({ productOptions }) => productOptions.some((option) => option.id === id))
  const [file] = variant?.files ?? []
  return file && pictureOf(file.file)
}

function pictureOf({ path, alt, width, height }: PictureFile) {
  return { path, alt, width, height }
}
