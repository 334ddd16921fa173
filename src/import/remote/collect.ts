import { isObject } from '../fields.ts'
import type { Listed } from './address.ts'
import type { RemoteClient, RemoteResponse } from './client.ts'
import { type FirstPage, type Identity, identityFrom, identityOf } from './identity.ts'
import { inParallel } from './in-parallel.ts'
import { pageOf } from './page.ts'
import { CatalogMoved, RemoteError } from './remote-error.ts'
import type { Spool, SpooledItem } from './spool.ts'

/** How often a catalog that changes while it is read is read again from the beginning. */
const READINGS = 3

/** Single products asked for at a time: a server should not notice that it is being read. */
const AT_ONCE = 4

/** Milliseconds for which what was read may wait to be read on, where no ETag tells that the catalog is the same. */
const TRUSTED = 3_600_000

export interface CollectOptions {
  /** The store, as the server calls it: for what cannot be found. */
  readonly store: string
  /** The state of the catalog that need not be read, since it was before. */
  readonly known?: Identity | undefined
  readonly signal: AbortSignal
  /** Called when what an earlier run has read is used: so many products of all are listed, and so many of those whole. */
  readonly onResume: (whole: number, listed: number, all: number) => void
  readonly onStep?: (step: 'listing products' | 'listing variants' | 'reading products') => void
  /** Called when the catalog is read again from the beginning, since … */
  readonly onAgain: (reason: string) => void
  /** Called with how many products are whole so far. */
  readonly onProgress: (products: number) => void
}

/**
 * Reads the catalog of a server into a spool, unless it is as `known`: then the result is undefined. What an earlier run
 * left in the spool is used, if the catalog is still in the same state.
 *
 * Only the single form of a product has its files and option groups, and only the full form of a variant its tax rate,
 * labels and timestamps; neither can be had of several by id. So both lists are walked, in pages as large as
 * allowed, and each product is asked for by itself, unless the server's list says all of it already.
 *
 * What is read is of one state of the catalog: totals, ids and links must fit together and the first pages must be the
 * same in the end; otherwise all is read again. Throws `RemoteError`.
 */
export async function collect(
  client: RemoteClient,
  spool: Spool,
  options: CollectOptions,
): Promise<Identity | undefined> {
  for (let reading = 1; ; reading++) {
    try {
      return await new Collection(client, spool, options).read()
    } catch (error) {
      if (!(error instanceof CatalogMoved)) throw error
      spool.clear()
      if (reading === READINGS)
        throw new RemoteError(`The catalog could not be read whole, in ${READINGS} readings, since ${error.message}.`)
      options.onAgain(error.message)
    }
  }
}

/** One reading. */
class Collection {
  readonly #client: RemoteClient
  readonly #spool: Spool
  readonly #options: CollectOptions
  #whole = 0
  /** Whether other answers have ETags of their own, though the first pages share one. */
  #ownEtags = false

  constructor(client: RemoteClient, spool: Spool, options: CollectOptions) {
    this.#client = client
    this.#spool = spool
    this.#options = options
  }

  async read(): Promise<Identity | undefined> {
    const identity = await this.#begin()
    if (!identity) return undefined
    for (const kind of ['product', 'variant'] as const) {
      this.#options.onStep?.(`listing ${kind}s`)
      await this.#walk(kind, identity)
    }
    this.#options.onStep?.('reading products')
    this.#whole = this.#spool.wholeCount
    await inParallel(this.#waiting(), AT_ONCE, this.#options.signal, (product, signal) =>
      this.#complete(product, identity, signal),
    )
    await this.#confirm(identity, this.#options.signal)
    return identity
  }

  /** Finds out which state of the catalog there is to read. undefined if it is known. */
  async #begin(): Promise<Identity | undefined> {
    const { known, onResume } = this.#options
    const saved = this.#saved()
    const products = await this.#first('product', (saved ?? known)?.etag)
    if (!products && !saved) return undefined
    const variants = products && (await this.#first('variant'))
    const identity = products && variants ? identityOf(products, variants) : saved!
    if (saved?.text === identity.text) {
      const { count, totalItems } = this.#spool.list('product')!
      onResume(this.#spool.wholeCount, count, totalItems)
      return identity
    }
    if (identity.etag !== undefined && identity.text === known?.text) return undefined
    this.#spool.begin(identity.text)
    this.#add('product', products!)
    this.#add('variant', variants!)
    return identity
  }

  /** What an earlier run has begun to read. */
  #saved(): Identity | undefined {
    const text = this.#spool.identity
    if (text === undefined || !this.#spool.list('product') || !this.#spool.list('variant')) return undefined
    const saved = identityFrom(text)
    const isCertain = saved.etag !== undefined || this.#spool.writtenAt > this.#client.now - TRUSTED
    return isCertain ? saved : undefined
  }

  /** The first page of a list; undefined if it is the one of that ETag still. */
  async #first(kind: Listed, etag?: string, signal = this.#options.signal): Promise<FirstPage | undefined> {
    const answer = await this.#client.get(this.#client.address.firstPage(kind), signal, etag)
    if (answer.status === 304) return undefined
    if (answer.status === 404) throw new RemoteError(this.#notThere(answer))
    return { answer, page: pageOf(answer) }
  }

  #notThere({ url }: RemoteResponse): string {
    const what = `${url.pathname} answers 404 for the store ${this.#options.store}`
    return `${what}: --remote-store says what the server calls it, and the address is what comes before /store/products.`
  }

  /** Follows the links of a list to its end. */
  async #walk(kind: Listed, identity: Identity): Promise<void> {
    const { signal } = this.#options
    for (let { next } = this.#spool.list(kind)!; next !== null; { next } = this.#spool.list(kind)!) {
      const answer = await this.#client.get(new URL(next), signal)
      if (answer.status !== 200) throw new CatalogMoved(`${next} answers ${answer.status}, though it is linked`)
      await this.#compare(answer, identity, signal)
      this.#add(kind, { answer, page: pageOf(answer) })
    }
    const { count, totalItems } = this.#spool.list(kind)!
    if (count === totalItems) return
    throw new CatalogMoved(`the server counts ${totalItems} ${kind}s, but the pages that it links have ${count}`)
  }

  /** Every page brings something that is new, so that even links that go round in circles come to an end. */
  #add(kind: Listed, { answer: { url }, page }: FirstPage): void {
    const next = page.next === undefined ? null : this.#client.address.nextPage(page.next, url).href
    const before = this.#spool.list(kind)
    if (before && before.totalItems !== page.totalItems)
      throw new CatalogMoved(`the server counted ${before.totalItems} ${kind}s first, and ${page.totalItems} later`)
    if (page.items.length === 0 && next !== null)
      throw new CatalogMoved(`a page without ${kind}s links another: ${next}`)
    this.#spool.addPage(kind, page, next)
    const { count } = this.#spool.list(kind)!
    if (count > page.totalItems)
      throw new CatalogMoved(`the server counts ${page.totalItems} ${kind}s, but the pages that it links have more`)
  }

  *#waiting(): Generator<SpooledItem> {
    for (let after = 0; ; ) {
      const some = this.#spool.waiting(after)
      if (some.length === 0) return
      yield* some
      after = some.at(-1)!.number
    }
  }

  async #complete(product: SpooledItem, identity: Identity, signal: AbortSignal): Promise<void> {
    const fields = saysAll(product) ? product.fields : await this.#single(product, identity, signal)
    for (const variant of Array.isArray(fields.variants) ? fields.variants : []) {
      if (isObject(variant) && typeof variant.id === 'string' && !this.#spool.hasVariant(variant.id))
        throw new CatalogMoved(`the variant ${variant.id} of the product ${product.id} is not among the variants`)
    }
    this.#spool.complete(product.number, fields)
    this.#options.onProgress(++this.#whole)
  }

  async #single({ id, fields }: SpooledItem, identity: Identity, signal: AbortSignal): Promise<SpooledItem['fields']> {
    const answer = await this.#client.get(this.#client.address.product(id), signal)
    if (answer.status !== 200) throw new CatalogMoved(`the product ${id} is listed, but is not there`)
    await this.#compare(answer, identity, signal)
    const { url, body } = answer
    if (!isObject(body) || String(body.id).toLowerCase() !== id.toLowerCase())
      throw new RemoteError(`${url.pathname} answers with what is not that product.`)
    return { ...fields, ...body }
  }

  /** Sees at once that the catalog has changed, where ETags stand for all of it. */
  async #compare({ etag }: RemoteResponse, identity: Identity, signal: AbortSignal): Promise<void> {
    if (identity.etag === undefined || etag === identity.etag || this.#ownEtags) return
    await this.#confirm(identity, signal)
    this.#ownEtags = true
  }

  /** Throws `CatalogMoved` unless the catalog is in this state still. */
  async #confirm(identity: Identity, signal: AbortSignal): Promise<void> {
    const products = await this.#first('product', identity.etag, signal)
    if (!products) return
    const variants = await this.#first('variant', undefined, signal)
    if (identityOf(products, variants!).text !== identity.text)
      throw new CatalogMoved('the catalog changed while it was read')
  }
}

/**
 * Whether the list says of a product what the specification has only in its single form. Lists that are empty may stand
 * there for lists that were not filled in, as they do in a variant's reference to its product.
 */
function saysAll({ fields: { files, optionGroups, variants } }: SpooledItem): boolean {
  return [files, optionGroups, variants].every((list) => Array.isArray(list) && list.length > 0)
}
