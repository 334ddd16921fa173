import { checkPath } from './parameters.ts'
import type { Resource } from './resource.ts'
import { splitStore } from './store-selection.ts'

/** Finds resources by the target of a request. */
export class Router {
  /** Resources without a parameter. */
  readonly #byPath = new Map<string, Resource>()
  /** Resources by the part of their path before the parameter. */
  readonly #byPrefix = new Map<string, Resource>()

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) {
      const [prefix, parameter] = resource.path.split(':') as [string, string?]
      const table = parameter === undefined ? this.#byPath : this.#byPrefix
      table.set(prefix, resource)
    }
  }

  /** Undefined if no resource has the path. Throws `malformed-request` if the path cannot be decoded. */
  match(target: string): RouteMatch | undefined {
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    if (!PLAIN_PATH.test(path)) return this.#matchDecoded(target)
    return this.#matchPath(path, mark < 0 ? '' : target.slice(mark + 1))
  }

  /** Reads an absolute target, an encoded path, or one with a fragment. */
  #matchDecoded(target: string): RouteMatch | undefined {
    const relative = target.replace(ORIGIN, '')
    const end = relative.search(/[?#]/)
    const path = end < 0 ? relative : relative.slice(0, end)
    const segments = path.split('/').map((segment) => decode(segment, target))
    // A slash that was encoded does not separate segments.
    const decoded = segments.map((segment) => segment.replaceAll('/', '%2F')).join('/')
    const match = this.#matchPath(decoded.startsWith('/') ? decoded : '/', end < 0 ? '' : relative.slice(end + 1))
    if (!match) return undefined
    const parameter = match.parameter === '' ? '' : segments.findLast((segment) => segment !== '')!
    return { ...match, parameter, storeInPath: match.storeInPath === undefined ? undefined : segments[2] }
  }

  /**
   * A slash at the end does not count, unless it is that of a list's path. The path then lacks the id of a document.
   */
  #matchPath(written: string, queryString: string): RouteMatch | undefined {
    const { storeInPath, path } = splitStore(written)
    const resource = this.#byPath.get(path)
    if (resource)
      return isAllowed(resource, storeInPath) ? { resource, parameter: '', storeInPath, queryString } : undefined
    const end = path.lastIndexOf('/') + 1
    const document = this.#byPrefix.get(path.slice(0, end))
    const parameter = path.slice(end)
    const hasParameter = parameter !== '' || this.#byPath.has(path.slice(0, -1))
    if (document && hasParameter && isAllowed(document, storeInPath))
      return { resource: document, parameter, storeInPath, queryString }
    return written.endsWith('/') ? this.#matchPath(written.slice(0, -1), queryString) : undefined
  }
}

/** The resource that a request is about, and what its target says besides. */
export interface RouteMatch {
  readonly resource: Resource
  /** The parameter of the path, decoded; or the empty string. */
  readonly parameter: string
  /** The store that the path begins with, decoded. */
  readonly storeInPath: string | undefined
  readonly queryString: string
}

/** A path that needs no decoding. */
const PLAIN_PATH = /^\/[\w./-]*$/
/** The scheme and host of an absolute target. */
const ORIGIN = /^https?:\/\/[^/?#]*/

function isAllowed(resource: Resource, storeInPath: string | undefined): boolean {
  return storeInPath === undefined || resource.isOfStore === true
}

function decode(segment: string, target: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    checkPath(target)
    throw error
  }
}
