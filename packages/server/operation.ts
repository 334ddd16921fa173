import type { IncomingMessage } from 'node:http'
import type { TagName } from '@vitrine/catalog/cache-tag'
import { VitrineError } from '@vitrine/catalog/error'
import { type MaybePromise, mapMaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { RenderedForm } from '@vitrine/engine/edition/rows'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { kindOf } from '@vitrine/engine/serve/page'
import type { TObject, TSchema } from 'typebox'
import { tagsOfProduct, tagsOfVariant } from './cache-tags.ts'
import { type ComponentName, market } from './openapi/schemas.ts'
import { idFromPath, type ParsedQueryString, parameterReader } from './parameters.ts'
import type { ResourceRequest } from './resource.ts'
import { Type } from './schema.ts'
import type { SearchRecord } from './searches.ts'

/** One operation of the read API: where it is, what it reads, and what the reference says of it. */
export interface Operation {
  /** The path, which may end with a parameter: `/store/products/:productId`. */
  readonly path: string
  readonly operationId: string
  readonly tag: 'Store' | 'Products' | 'Variants'
  readonly summary: string
  readonly description: string
  /** What the parameter of the path is: a UUID, unless it is a code. */
  readonly parameter?: string | { readonly code: string }
  /** The schema of the query string. */
  readonly query: TObject
  /** Parameters of the query string that have no effect here but are no mistake. */
  readonly unusedParameters?: readonly string[]
  /** The schema of the answer. */
  readonly schema: ComponentName
  /** What the answer is. */
  readonly answer: string
  /** The code of the 404 for what is missing. Undefined if nothing can be missing, as in a list, which may be empty. */
  readonly notFound?: 'product-not-found' | 'variant-not-found' | 'label-not-found'
  /** The code of the 410 for what a client may ask for once more, but no longer gets. */
  readonly gone?: 'publication-gone'
  /** Whether it reads the store itself, whatever market the request selects. */
  readonly isOfAllMarkets?: boolean
  /** Whether a request with this query string may be expensive. In overload, such a request is refused unread. */
  mayBeExpensive(queryString: string): boolean
  /** Checks the parameters and returns the query that they make. Throws on a wrong parameter. */
  parse(request: OperationRequest): PreparedQuery
}

/** A request as its operation parses it. */
export interface OperationRequest extends Pick<ResourceRequest, 'raw' | 'parameter' | 'storeInPath'> {
  readonly query: ParsedQueryString
  /** The address of the server in links: the public URL, or else the origin that the request names. */
  readonly addressOf: (raw: IncomingMessage) => string
}

/** A query whose parameters are checked, to be executed on an edition. */
export interface PreparedQuery {
  /** Whether its cost depends on the number of matches. Such queries are queued if there are many of them. */
  readonly isExpensive: boolean
  /** What the answer depends on, from its body if there is one. Without it: any product. */
  readonly tags?: (body: readonly Uint8Array[]) => readonly TagName[]
  /**
   * Whether the ETag is a digest of the body, so that it outlives publications that leave the body as it is. The body
   * is then read before the answer can be a 304, or a 404. Without it, the ETag names the edition, and a client that
   * has it gets a 304 without the query.
   */
  readonly hasETagOfBody?: boolean
  /** Whether the answer depends on more than the edition, so that it is not kept in the cache of responses. */
  readonly isUncached?: boolean
  /**
   * Reads the chunks of the body from one edition. Hands `record` the search that it answers. Throws if the edition has
   * no such thing.
   */
  execute(
    edition: IndexedEdition,
    record: (search: SearchRecord | undefined) => void,
  ): MaybePromise<readonly Uint8Array[]>
}

/** The parameters of an operation that has none of its own. */
export const SHARED_PARAMETERS = Type.Object({ market })
export const readSharedParameters = parameterReader(SHARED_PARAMETERS)

/** An operation that always reads the same of an edition. */
export function withoutParameters(
  isExpensive: boolean,
  execute: PreparedQuery['execute'],
): Pick<Operation, 'query' | 'mayBeExpensive' | 'parse'> {
  const parse: Operation['parse'] = ({ query }) => {
    readSharedParameters(query)
    return { isExpensive, execute }
  }
  return { query: SHARED_PARAMETERS, mayBeExpensive: () => isExpensive, parse }
}

/**
 * An operation that reads one document: that of the product or variant whose id is in the path, in the form that the
 * parameter `form` names, if there is one.
 */
export function byId(
  path: string,
  usualForm: RenderedForm,
  notFound: NonNullable<Operation['notFound']>,
  parameters: { readonly form?: TSchema } = {},
): Pick<Operation, 'path' | 'query' | 'notFound' | 'mayBeExpensive' | 'parse'> {
  const query = Type.Object({ ...parameters, market })
  const read = parameterReader(query)
  const [list, name] = path.split('/:') as [string, string]
  const parse: Operation['parse'] = ({ parameter, raw, query }) => {
    if (parameter === '') throw new VitrineError(notFound, `The path has no id at its end. The list is at ${list}.`)
    const { form = usualForm } = read(query).values as { readonly form?: RenderedForm | 'full' }
    const id = idFromPath(parameter, name, raw.url!)
    const bodyOf = (document: Uint8Array | undefined) => {
      if (document !== undefined) return [document]
      throw new VitrineError(notFound, `This store has no ${kindOf(form)} with that id.`)
    }
    const tags = ([body]: readonly Uint8Array[]) => (form === 'variant' ? tagsOfVariant(body!) : tagsOfProduct(id))
    const execute: PreparedQuery['execute'] = (edition) => mapMaybePromise(edition.documentById(form, id), bodyOf)
    return { isExpensive: false, hasETagOfBody: true, tags, execute }
  }
  return { path, query, notFound, mayBeExpensive: () => false, parse }
}

/** The body of an answer that is not stored as JSON. */
export function jsonBody(value: object): readonly Uint8Array[] {
  return [Buffer.from(JSON.stringify(value))]
}
