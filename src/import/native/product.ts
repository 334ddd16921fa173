import type { Product, Submitted } from '../../catalog/product.ts'
import type { Uuid } from '../../catalog/uuid.ts'
import { NAME_LIMIT, type ObjectReader, readObject, shown, stamped } from '../fields.ts'
import { SLUG_LIMIT, shortSlug } from '../identifiers.ts'
import { ROOT } from '../json-path.ts'
import { readProductFiles } from './files.ts'
import { readLabels } from './labels.ts'
import { OptionGroups } from './option-groups.ts'
import type { ReadContext } from './read-context.ts'
import { readVariants } from './variants.ts'

const KNOWN = new Set([
  'id',
  'name',
  'description',
  'slug',
  'createdAt',
  'updatedAt',
  'variants',
  'files',
  'optionGroups',
  'labelValues',
])

const DESCRIPTION_LIMIT = 1024 * 1024

export interface ReadProduct {
  readonly product: Submitted<Product>
  readonly slugGiven: boolean
}

/** The product, which is right if no problem was found. */
export function readProduct(value: unknown, intake: ReadContext): ReadProduct | undefined {
  const { findings } = intake
  const fields = readObject(value, ROOT, findings, KNOWN, 'a product: an object with a name and variants')
  if (!fields) return undefined
  const name = fields.requiredText('name', 'the name of the product', NAME_LIMIT)
  const slugGiven = fields.has('slug')
  const slug = slugGiven ? givenSlug(fields, intake) : name && intake.slugs.make(name, findings.line)
  const id = productId(fields, slug, intake)
  const description = fields.text('description', DESCRIPTION_LIMIT) ?? ''
  const stamps = fields.stamps()
  const groups = new OptionGroups(fields, intake)
  const variants = readVariants(fields, { name, slug, groups }, intake)
  const files = readProductFiles(fields, slug, intake)
  const labelValues = readLabels(fields, intake)
  const optionGroups = groups.all()
  const product = stamped({ id, name, description, slug }, stamps, { variants, files, optionGroups, labelValues })
  return { product, slugGiven }
}

/** '' when it is wrong. */
function givenSlug(fields: ObjectReader, { slugs, findings, where }: ReadContext): string {
  const slug = fields.text('slug', SLUG_LIMIT)
  if (slug === undefined) return ''
  if (slug === '' || FORBIDDEN.test(slug)) {
    fields.problem('slug', `is ${shown(slug)}`, rightSlug(slug))
    return ''
  }
  const earlier = slugs.claim(slug, findings.line)
  if (earlier === undefined) return slug
  fields.problem('slug', `is ${shown(slug)}, as is that of the product ${where(earlier)}`, 'a slug of its own')
  return ''
}

/** What would end or change a URL that the slug is part of. */
const FORBIDDEN = /[\s/?#\x00-\x1f\x7f-\x9f]/

function rightSlug(slug: string): string {
  const right = 'a slug without white space, “/”, “?” and “#”'
  const example = shortSlug(slug)
  return example === '' ? right : `${right}, such as ${shown(example)}`
}

function productId(fields: ObjectReader, slug: string, { ids, products, findings, where }: ReadContext): Uuid {
  const given = fields.id()
  const id = given ?? ids.of('product', slug)
  // Without a slug the derived id stands for nothing.
  if (given === undefined && slug === '') return id
  const earlier = products.claim(id, findings.line)
  if (earlier !== undefined)
    fields.problem('id', `is ${shown(id)}, as is that of the product ${where(earlier)}`, 'an id of its own')
  return id
}
