import type { SearchRecord } from '@vitrine/server/searches'
import { endOf, type JsonPart, jsonPart } from './json-part.ts'
import { type MarketHints, marketHints } from './market-hints.ts'
import type { UcpMessage } from './narrowing.ts'
import type { ProductCache, ProductSource } from './product-cache.ts'

/** The version of UCP that the answers follow. */
export const UCP_VERSION = '2026-04-08'

export const SEARCH = 'dev.ucp.shopping.catalog.search'
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup'

/** What the answers to agents are made of. */
export interface AgentCatalog extends ProductSource {
  readonly products: ProductCache
  /** Takes the search that an answer is about. */
  readonly record: (search: SearchRecord) => void
}

/** Checks the arguments of a call. Throws `InvalidArguments` before anything is read. */
export type ParseCall = (catalog: unknown) => PreparedCall

/** A call whose arguments are checked, to be executed on a catalog. */
export interface PreparedCall {
  /** By which the market is chosen whose catalog answers. */
  readonly hints: MarketHints
  execute(catalog: AgentCatalog): Promise<readonly JsonPart[]>
}

/** The parser of calls whose arguments `read` checks and `execute` takes. */
export function callParser<Request>(
  read: (catalog: unknown) => Request,
  execute: (catalog: AgentCatalog, request: Request) => Promise<readonly JsonPart[]>,
): ParseCall {
  return (catalog) => {
    const request = read(catalog)
    return { hints: marketHints(catalog), execute: (catalog) => execute(catalog, request) }
  }
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

export function ucpOf(capability: string): UcpAnswer['ucp'] {
  return { version: UCP_VERSION, capabilities: { [capability]: [{ version: UCP_VERSION }] } }
}

/** The field `messages`, which an answer without any leaves out. */
export function messagesOf(messages: readonly UcpMessage[]): Pick<UcpAnswer, 'messages'> {
  return messages.length === 0 ? {} : { messages }
}

/** An answer with products that are JSON already, each in some parts, and fields that come after them. */
export function splicedAnswer(
  capability: string,
  products: readonly (readonly JsonPart[])[],
  others: object,
): JsonPart[] {
  const head = jsonPart(`{"ucp":${JSON.stringify(ucpOf(capability))},"products":[`)
  const separated = products.flatMap((parts, index) => (index === 0 ? parts : [COMMA, ...parts]))
  return [head, ...separated, jsonPart(`]${endOf(others)}`)]
}

const COMMA = jsonPart(',')
