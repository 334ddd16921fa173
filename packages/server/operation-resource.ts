import { VitrineError } from '@vitrine/catalog/error'
import { storeAndMarket } from '@vitrine/catalog/market'
import { hasMarkets, type Store, type StoreId } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import { type MaybePromise, mapMaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import type { Admission } from './admission.ts'
import { type CacheTagHeader, cacheTagHeader, LISTS } from './cache-tags.ts'
import { bodyETag, CachedResponse, namesETag, type ResponseCache } from './cached-response.ts'
import type { Headers } from './common-headers.ts'
import { type Coding, codingFor } from './compression.ts'
import { runQueued, withDeadline } from './deadline.ts'
import { languageHeaders, marketEdition, withCheckedMarket } from './market-selection.ts'
import type { Operation, OperationRequest, PreparedQuery } from './operation.ts'
import { ignoredParameters, parseQueryString } from './parameters.ts'
import { HttpError, problemResponse } from './problem.ts'
import type { Body, Resource, ResourceRequest, ResourceResponse } from './resource.ts'
import type { OnSearch, SearchRecord } from './searches.ts'
import type { EffectiveOptions } from './server-options.ts'
import { currentEdition, readAgainIfGone } from './store-selection.ts'

/** Answers an operation. Every request takes the same steps: store, edition, cache, parameters, query. */
export class OperationResource implements Resource {
  readonly path: string
  readonly isOfStore = true
  readonly #operation: Operation
  readonly #context: Context
  readonly #parameters: ReadonlySet<string>

  constructor(operation: Operation, context: Context) {
    this.path = operation.path
    this.#operation = operation
    this.#context = context
    this.#parameters = new Set([...Object.keys(operation.query.properties), ...(operation.unusedParameters ?? [])])
  }

  answer(request: ResourceRequest): MaybePromise<ResourceResponse> {
    const isStrict = prefersStrict(request.raw.headers.prefer as string | undefined)
    return isStrict ? this.#answerStrictly(request) : this.#answer(request, false)
  }

  /** Answers with unknown parameters as errors. Both the answer and the answer for an error say so in a header. */
  async #answerStrictly(request: ResourceRequest): Promise<ResourceResponse> {
    const failed = (error: unknown) => problemResponse(error, request.requestId, this.#context.options.publicUrl)
    const answering = async () => this.#answer(request, true)
    return { ...(await answering().catch(failed)), preference: 'handling=strict' }
  }

  #answer(request: ResourceRequest, isStrict: boolean): MaybePromise<ResourceResponse> {
    return readAgainIfGone(() => this.#answerCurrent(request, isStrict))
  }

  #answerCurrent(request: ResourceRequest, isStrict: boolean): MaybePromise<ResourceResponse> {
    const { editions, defaultStore } = this.#context.options
    return mapMaybePromise(currentEdition(request, editions, defaultStore), (ofStore) => {
      const { store } = ofStore
      const isOfMarket = hasMarkets(store) && !this.#operation.isOfAllMarkets
      const selected = isOfMarket ? marketEdition(request, ofStore, editions) : ofStore
      return mapMaybePromise(selected, (edition) => {
        const etag = this.#context.etagOf(edition.stored)
        const isFresh = namesETag(request.raw.headers['if-none-match'], etag)
        return this.#answerFrom({ request, store, edition, etag, isFresh, isStrict })
      })
    })
  }

  /** The header with the tags of an answer, if the operator wants one. */
  #tags({ store }: ResolvedRequest, { tags }: Pick<PreparedQuery, 'tags'>, chunks: readonly Uint8Array[]): Headers {
    const { cacheTags } = this.#context
    return cacheTags ? cacheTagHeader(cacheTags, store.id, tags?.(chunks) ?? LISTS) : NO_HEADERS
  }

  #answerFrom(resolved: ResolvedRequest): MaybePromise<ResourceResponse> {
    // Strict requests share the cached responses, but unknown parameters are errors.
    if (resolved.isStrict) this.#parse(resolved, true)
    const key = this.#cacheKey(resolved)
    const cached = this.#context.cache.get(key)
    if (cached) return this.#answerWith(resolved, cached)
    if (this.#isRefused(resolved)) return this.#context.refusal
    const { prepared, ignored } = this.#parse(resolved, false)
    if (resolved.isFresh && !prepared.hasETagOfBody) {
      const tags = this.#tags(resolved, prepared, [])
      return this.#notModified(resolved, { etag: resolved.etag, ignored, tags })
    }
    this.#context.cache.misses++
    let search: SearchRecord | undefined
    const record = (answered: SearchRecord | undefined) => {
      search = answered
    }
    return mapMaybePromise(this.#executeTagged(prepared, resolved, record), (chunks) => {
      const etag = prepared.hasETagOfBody ? bodyETag(resolved.edition.store.id, chunks) : resolved.etag
      const tags = this.#tags(resolved, prepared, chunks)
      const response = new CachedResponse(key, etag, chunks, ignored, tags, search)
      if (!prepared.isUncached) this.#context.cache.set(response)
      return this.#answerWith(resolved, response)
    })
  }

  /**
   * Whether overload refuses the request, before its parameters are read. A client with the current ETag is not
   * refused, because it may get a 304.
   */
  #isRefused({ request, isFresh }: ResolvedRequest): boolean {
    return !isFresh && this.#operation.mayBeExpensive(request.queryString) && this.#context.admission.refusesNow()
  }

  #cacheKey({ request: { raw }, edition, etag }: ResolvedRequest): string {
    const { id: store } = edition.stored.store
    // Links may name the host, unless there is a public URL for them.
    const host = this.#context.options.publicUrl === undefined ? (raw.headers.host ?? '') : ''
    return `${store} ${etag} ${host} ${raw.url}`
  }

  /** Throws what is wrong with the parameters. */
  #parse(
    { request, store }: ResolvedRequest,
    isStrict: boolean,
  ): { readonly prepared: PreparedQuery; readonly ignored: string } {
    const { raw, parameter, storeInPath, queryString } = request
    const parsed = parseQueryString(queryString, this.#parameters, isStrict)
    const query = parsed.values.has('market') ? withCheckedMarket(parsed, store) : parsed
    const { addressOf } = this.#context
    const prepared = this.#operation.parse({ raw, parameter, storeInPath, query, addressOf })
    return { prepared, ignored: ignoredParameters(query) }
  }

  /** The body, or the error. A missing product may come with any publication, so its 404 has the tag of lists. */
  #executeTagged(
    prepared: PreparedQuery,
    resolved: ResolvedRequest,
    record: Parameters<PreparedQuery['execute']>[1],
  ): MaybePromise<readonly Uint8Array[]> {
    const fail = (error: unknown) => {
      if (!(error instanceof VitrineError) || error.code !== this.#operation.notFound) throw error
      throw new HttpError(error.code, error.message, this.#tags(resolved, {}, []))
    }
    try {
      const body = this.#execute(prepared, resolved, record)
      return body instanceof Promise ? body.catch(fail) : body
    } catch (error) {
      return fail(error)
    }
  }

  /** The body, or the error of the deadline. */
  #execute(
    prepared: PreparedQuery,
    { request, edition }: ResolvedRequest,
    record: Parameters<PreparedQuery['execute']>[1],
  ): MaybePromise<readonly Uint8Array[]> {
    const { admission, options } = this.#context
    const deadline = options.deadline - (performance.now() - request.receivedAt)
    if (!prepared.isExpensive) return withDeadline(prepared.execute(edition, record), deadline, admission)
    return runQueued(
      () => prepared.execute(edition, record),
      deadline,
      admission,
      () => request.raw.socket.destroyed,
    )
  }

  #answerWith(resolved: ResolvedRequest, response: CachedResponse): MaybePromise<ResourceResponse> {
    const { etag, length, search } = response
    if (search) {
      const { store, market } = storeAndMarket(resolved.edition.store.id)
      this.#context.onSearch(store, search, market)
    }
    const { raw } = resolved.request
    const isFresh = etag === resolved.etag ? resolved.isFresh : namesETag(raw.headers['if-none-match'], etag)
    if (isFresh) return this.#notModified(resolved, response)
    const coding = codingFor(raw.headers['accept-encoding'] as string | undefined, length)
    if (coding === undefined) return this.#ok(resolved, response, response.uncompressed())
    const compressed = this.#context.cache.compressed(response, coding, raw.method === 'HEAD')
    return mapMaybePromise(compressed, (body) => this.#ok(resolved, response, body, coding))
  }

  #ok(resolved: ResolvedRequest, metadata: ResponseMetadata, body: Body, coding?: Coding): ResourceResponse {
    const length = body.reduce((sum, chunk) => sum + chunk.length, 0)
    const { headers, vary } = this.#metadataHeaders(resolved, metadata)
    headers.push('content-type', JSON_TYPE, 'content-length', length)
    this.#addValidators(headers, metadata.etag)
    if (coding !== undefined) headers.push('content-encoding', coding)
    return { status: 200, headers, vary, body }
  }

  #notModified(resolved: ResolvedRequest, metadata: ResponseMetadata): ResourceResponse {
    const { headers, vary } = this.#metadataHeaders(resolved, metadata)
    this.#addValidators(headers, metadata.etag)
    return { status: 304, headers, vary }
  }

  /** The headers that do not describe the body. */
  #metadataHeaders(
    { store, edition, isStrict }: ResolvedRequest,
    { ignored, tags }: ResponseMetadata,
  ): { readonly headers: Headers; readonly vary: string | undefined } {
    const headers: Headers = ignored === '' ? [...tags] : ['ignored-parameters', ignored, ...tags]
    if (hasMarkets(store)) headers.push(...languageHeaders(edition.store))
    const stale = this.#context.cacheStatus(edition.store.id)
    if (stale !== undefined) headers.push('cache-status', stale)
    return { headers, vary: ignored !== '' || isStrict ? 'Prefer' : undefined }
  }

  #addValidators(headers: Headers, etag: string): void {
    headers.push('etag', etag, 'cache-control', this.#context.options.cacheControl)
  }
}

/** What all operations share. */
export interface Context {
  readonly options: EffectiveOptions
  readonly cache: ResponseCache
  readonly etagOf: (edition: Edition) => string
  readonly cacheStatus: (store: StoreId) => string | undefined
  readonly cacheTags: CacheTagHeader | undefined
  readonly addressOf: OperationRequest['addressOf']
  readonly admission: Admission
  readonly onSearch: OnSearch
  /** The answer to expensive requests in overload. */
  readonly refusal: ResourceResponse
}

/** A request with the store and the edition that it is about. */
interface ResolvedRequest {
  readonly request: ResourceRequest
  /** The store that is named, as its own edition has it. */
  readonly store: Store
  /** That of the store, or of one of its markets. */
  readonly edition: IndexedEdition
  /** The ETag of the edition. */
  readonly etag: string
  /** Whether the client has sent that ETag. */
  readonly isFresh: boolean
  /** Whether unknown parameters are errors. */
  readonly isStrict: boolean
}

/** What the headers of a response tell of it, besides its body. */
type ResponseMetadata = Pick<CachedResponse, 'etag' | 'ignored' | 'tags'>

const NO_HEADERS: Headers = []

const JSON_TYPE = 'application/json; charset=utf-8'

/** Whether the header `Prefer` asks for strict handling (RFC 7240, 4.4). Of several handlings the first counts. */
function prefersStrict(prefer: string | undefined): boolean {
  if (prefer === undefined) return false
  return /(?:^|,)\s*handling\s*=\s*"?([^\s",;]*)/i.exec(prefer)?.[1]?.toLowerCase() === 'strict'
}
