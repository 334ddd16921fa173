import type { IndexedEdition } from '../serve/indexed-edition.ts'
import type { UcpMessage } from './narrowing.ts'
import type { AgentStore, ProductDocument, UcpProduct, UcpVariant } from './ucp-product.ts'

/** The version of UCP that the answers follow. */
export const UCP_VERSION = '2026-04-08'

export const SEARCH = 'dev.ucp.shopping.catalog.search'
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup'

/** The current edition of a store whose prices have a currency. */
export interface AgentCatalog {
  readonly edition: IndexedEdition
  readonly store: AgentStore
  /** The URL of pictures whose path is relative. */
  readonly pictureBase: string | undefined
}

/** What every answer of UCP begins and ends with. */
export interface UcpAnswer {
  readonly ucp: {
    readonly version: string
    readonly status?: 'error'
    readonly capabilities: Readonly<Record<string, readonly { readonly version: string }[]>>
  }
  readonly messages?: readonly UcpMessage[]
}

/** Characters of a description in a list. */
const MAX_DESCRIPTION = 300

/** Values of each option in a list. */
const MAX_OPTION_VALUES = 20

/** The conditions of a query without any. */
export const NO_CONDITIONS = {
  labels: [],
  within: [],
  optionGroups: [],
  options: [],
  ids: [],
  slugs: [],
  skus: [],
  inStock: false,
} as const

export function ucpOf(capability: string): UcpAnswer['ucp'] {
  return { version: UCP_VERSION, capabilities: { [capability]: [{ version: UCP_VERSION }] } }
}

/** The field `messages`, which an answer without any leaves out. */
export function messagesOf(messages: readonly UcpMessage[]): Pick<UcpAnswer, 'messages'> {
  return messages.length === 0 ? {} : { messages }
}

/** Documents of a page, which are joined by commas. */
export function parseDocuments<Document = ProductDocument>(documents: Uint8Array): Document[] {
  return JSON.parse(`[${Buffer.from(documents.buffer, documents.byteOffset, documents.byteLength)}]`)
}

/** The first variant that is available, or else the first one. */
export function featuredOf(variants: readonly UcpVariant[]): UcpVariant | undefined {
  return variants.find(({ availability }) => availability.available) ?? variants[0]
}

/** A product as lists have it: the beginning of its description, one picture, and only these variants, of which it has one or more. */
export function listed(product: UcpProduct, variants: readonly UcpVariant[]): UcpProduct {
  const { description, media, options, ...identity } = product
  const picture = (variants[0]!.media ?? media)?.slice(0, 1)
  return {
    ...identity,
    description: { plain: shortened(description.plain) },
    ...(picture ? { media: picture } : {}),
    ...(options
      ? { options: options.map(({ name, values }) => ({ name, values: values.slice(0, MAX_OPTION_VALUES) })) }
      : {}),
    variants: variants.map(({ media: _, ...variant }) => variant),
  }
}

function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_DESCRIPTION / 2)).toWellFormed()}…`
}
