import { accessLog } from './access-log.ts'
import { serverAddress } from './address.ts'
import { Admission } from './admission.ts'
import { parseCacheTags } from './cache-tags.ts'
import { etags, ResponseCache } from './cached-response.ts'
import { cacheStatus, commonHeaders } from './common-headers.ts'
import { EventStreams } from './events/event-streams.ts'
import { eventResource } from './events/resource.ts'
import { HttpServer } from './http-server.ts'
import type { Metrics } from './metrics.ts'
import { healthChecks, healthOf } from './monitoring.ts'
import { type Context, OperationResource } from './operation-resource.ts'
import { OPERATIONS } from './operations.ts'
import { pictureFiles, withPictureUrls } from './pictures.ts'
import { OVERLOADED, problemResponse } from './problem.ts'
import { productList } from './products.ts'
import { referencePages } from './reference/resources.ts'
import { jsonResponse, type Resource, redirect } from './resource.ts'
import { Router } from './router.ts'
import { countedSearches, type OnSearch } from './searches.ts'
import { type EffectiveOptions, effectiveOptions, type ServerOptions } from './server-options.ts'
import { variantList } from './variants.ts'
import { websitePages } from './website.ts'

/** The HTTP server of the read API, ready to listen. Throws `InvalidOption`. */
export function createServer(input: ServerOptions): HttpServer {
  const options = effectiveOptions(input)
  const { metrics, publicUrl, corsOrigin, pictures, website, logger, resources } = options
  const admission = new Admission(metrics, logger, options.workers)
  const onSearch = countedSearches(metrics.registry, options.onSearch)
  const etagOf = etags(`${options.release} ${publicUrl ?? ''}`)
  const streams = options.events
    ? new EventStreams({ editions: options.editions, versionOf: etagOf, limit: options.events })
    : undefined
  return new HttpServer({
    router: new Router([
      entrance(options),
      ...operations(options, etagOf, admission, onSearch),
      ...(streams ? [eventResource(streams, options)] : []),
      ...(resources?.(options, admission, onSearch) ?? []),
      ...healthChecks(options.health ?? healthOf(options.editions)),
      ...referencePages({ publicUrl, exampleStore: options.defaultStore }),
      ...(pictures ? [pictureFiles(pictures)] : []),
    ]),
    otherPaths: website && websitePages(website),
    commonHeaders: commonHeaders(corsOrigin),
    log: accessLog(metrics.registry, logger),
    publicUrl,
    isPrivate: options.isPrivate,
    endStreams: streams && (() => streams.close()),
  })
}

function operations(
  options: EffectiveOptions,
  etagOf: Context['etagOf'],
  admission: Admission,
  onSearch: OnSearch,
): Resource[] {
  const { metrics, publicUrl, pictures } = options
  const cache = new ResponseCache(options.responseCacheBytes)
  watchCache(metrics, cache)
  const context = {
    options,
    cache,
    etagOf,
    cacheStatus: cacheStatus(options.editions, metrics),
    cacheTags: options.cacheTags === undefined ? undefined : parseCacheTags(options.cacheTags),
    addressOf: serverAddress(options),
    admission,
    onSearch,
    refusal: problemResponse(OVERLOADED, '', publicUrl),
  }
  const all = pictures ? OPERATIONS.map((operation) => withPictureUrls(operation, pictures)) : OPERATIONS
  return all.map((operation) => new OperationResource(operation, context))
}

/**
 * `GET /` is the website, or leads to the reference. A program that asks for JSON gets the addresses of the reference
 * and of the lists.
 */
function entrance({ publicUrl: base = '', website }: EffectiveOptions): Resource {
  const addresses = {
    documentation: `${base}/docs`,
    openapi: `${base}/openapi.json`,
    products: `${base}${productList.path}`,
    variants: `${base}${variantList.path}`,
  }
  return {
    path: '/',
    answer: ({ raw }, response) => {
      const { accept = '' } = raw.headers
      const wantsJson = /json/i.test(accept) && !/html/i.test(accept)
      if (wantsJson) return jsonResponse(200, addresses, ['cache-control', 'no-cache'], 'Accept')
      if (!website) return redirect(303, addresses.documentation, ['cache-control', 'no-cache'], 'Accept')
      website(raw, response)
      return undefined
    },
  }
}

function watchCache({ watch }: Metrics, cache: ResponseCache): void {
  watch('gauge', 'vitrine_response_cache_entries', 'Responses in the cache.', () => cache.entries)
  watch('gauge', 'vitrine_response_cache_bytes', 'Memory of the responses in the cache.', () => cache.bytes)
  watch('counter', 'vitrine_response_cache_hits_total', 'Reads answered from the cache.', () => cache.hits)
  watch('counter', 'vitrine_response_cache_misses_total', 'Reads not answered from the cache.', () => cache.misses)
}
