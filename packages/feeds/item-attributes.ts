import type { OptionGroup, Product, Variant } from '@vitrine/catalog/product'
import { fold } from '@vitrine/catalog/words'

/** The attributes of feeds that tell variants apart, or describe the product. */
export const ITEM_ATTRIBUTES = ['color', 'size', 'material', 'pattern', 'age_group', 'gender'] as const
type ItemAttribute = (typeof ITEM_ATTRIBUTES)[number]
export type AttributeValues = { readonly [Name in ItemAttribute]?: string }

/** The names of option groups in the languages of shops, folded, by the attribute that they are. */
const GROUP_NAMES: Readonly<Record<ItemAttribute, string>> = {
  color: 'color, colour, farbe, couleur, colore, kleur, cor, kolor, farg, farve, farge, barva, farba, szin',
  size: 'size, grosse, groesse, taille, taglia, maat, talla, tamanho, tamano, rozmiar, storlek, storrelse, velikost, meret',
  material: 'material, matiere, materiale, materiaal, materia',
  pattern: 'pattern, muster, motif, motivo, patroon, estampado',
  age_group: 'age group, age-group, altersgruppe',
  gender: 'gender, geschlecht, genre, genere, geslacht, genero',
}

const ATTRIBUTES_BY_NAME: ReadonlyMap<string, ItemAttribute> = new Map(
  ITEM_ATTRIBUTES.flatMap((attribute) => GROUP_NAMES[attribute].split(', ').map((name) => [name, attribute] as const)),
)

/** The longest value of an attribute that Google takes, in characters. */
const VALUE_LIMIT: Readonly<Record<ItemAttribute, number>> = {
  color: 100,
  size: 100,
  material: 200,
  pattern: 100,
  age_group: 100,
  gender: 100,
}

/** The only values of these attributes. */
const VALUES: { readonly [Name in ItemAttribute]?: readonly string[] } = {
  age_group: ['newborn', 'infant', 'toddler', 'kids', 'adult'],
  gender: ['male', 'female', 'unisex'],
}

/**
 * The attributes of a variant: the options that it chose, and options of the product as a whole. A value that feeds do
 * not take is left out.
 */
export function attributesOf(groups: readonly OptionGroup[], variant: Variant, chosen: ChosenOptions): AttributeValues {
  const values: { [Name in ItemAttribute]?: string } = {}
  for (const group of groups) {
    const attribute = attributeOf(group)
    if (attribute === undefined || values[attribute] !== undefined) continue
    const option = optionOf(group, variant, chosen)
    const value = option === undefined ? undefined : permitted(attribute, option)
    if (value !== undefined) values[attribute] = value
  }
  return values
}

/** The ids of the options that some variant of a product chose. */
export type ChosenOptions = ReadonlySet<string>

export function chosenOptions({ variants }: Product): ChosenOptions {
  return new Set(variants.flatMap(({ productOptions }) => productOptions.map(({ id }) => id)))
}

/** The option of the group that the variant chose. If no variant chose one, the only option of the group. */
export function optionOf(group: OptionGroup, variant: Variant, chosen: ChosenOptions): string | undefined {
  const [first, ...others] = group.options
  const isOfProduct = first !== undefined && others.length === 0 && !chosen.has(first.id)
  return isOfProduct ? first.name : chosenOption(group, variant)
}

export function chosenOption(group: OptionGroup, { productOptions }: Variant): string | undefined {
  return productOptions.find(({ id }) => group.options.some((option) => option.id === id))?.name
}

function attributeOf({ name, code }: OptionGroup): ItemAttribute | undefined {
  return ATTRIBUTES_BY_NAME.get(code) ?? ATTRIBUTES_BY_NAME.get(fold(name).trim())
}

function permitted(attribute: ItemAttribute, value: string): string | undefined {
  if (value.length > VALUE_LIMIT[attribute]) return undefined
  const values = VALUES[attribute]
  return values ? values.find((each) => each === value.toLowerCase()) : value
}
