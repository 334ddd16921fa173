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

/** Checks the arguments of a call. Returns what answers it. Throws `InvalidArguments` before anything is read. */
export type Call = (catalog: unknown) => Answerer

/** A call whose arguments are checked. */
export interface Answerer {
  /** By which the market is chosen whose catalog answers. */
  readonly hints: MarketHints
  answer(catalog: AgentCatalog): Promise<readonly JsonPart[]>
}

/** The call whose arguments `read` checks and `answer` takes. */
export function callOf<Request>(
  read: (catalog: unknown) => Request,
  answer: (catalog: AgentCatalog, request: Request) => Promise<readonly JsonPart[]>,
): Call {
  return (catalog) => {
    const request = read(catalog)
    return { hints: marketHints(catalog), answer: (catalog) => answer(catalog, request) }
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
