import { isObject } from '@vitrine/catalog/native/fields'
import type { ListKind } from './address.ts'
import type { RemoteClient, RemoteResponse } from './client.ts'
import { type Fingerprint, type FirstPage, fingerprintOf, parseFingerprint } from './fingerprint.ts'
import { forEachParallel } from './for-each-parallel.ts'
import { parsePage } from './page.ts'
import { InconsistentCatalog, RemoteError } from './remote-error.ts'
import { labelsIn } from './remote-labels.ts'
import type { Spool, SpooledProduct } from './spool.ts'

/**
 * Reads the catalog of a server into a spool, once.
 *
 * A server that knows `form=full` lists its products in full. Other servers answer as the
 * specification says: only a single product has its files and option groups, and only an item of the variant list has
 * its tax rate, labels and timestamps. Of these, both lists are read, and then each product on its own, unless the
 * product list has all of it. Texts of labels, and their parents where products do not have them, come from the list of
 * labels.
 */
export class CatalogReader {
  readonly #client: RemoteClient
  readonly #spool: Spool
  readonly #options: ReadingOptions
  #completeProducts = 0
  /** Whether other responses have ETags of their own, although the first pages share one. */
  #hasOtherEtags = false

  constructor(client: RemoteClient, spool: Spool, options: ReadingOptions) {
    this.#client = client
    this.#spool = spool
    this.#options = options
  }

  /** See `readRemoteCatalog`. Throws `InconsistentCatalog`. */
  async read(): Promise<Fingerprint | undefined> {
    const { signal, onStep } = this.#options
    const fingerprint = await this.#begin()
    if (!fingerprint) return undefined
    onStep?.('listing products')
    await this.#readList('product', fingerprint)
    await this.#readLabels(fingerprint)
    if (!this.#spool.isInFull) await this.#completeAll(fingerprint)
    await this.#requireUnchanged(fingerprint, signal)
    return fingerprint
  }

  /** Determines which state of the catalog to read. undefined if it is the imported one. */
  async #begin(): Promise<Fingerprint | undefined> {
    const { imported, onResume } = this.#options
    const spooled = this.#spooledFingerprint()
    const products = await this.#firstPage('product', (spooled ?? imported)?.etag)
    if (!products && !spooled) return undefined
    const variants = products && (await this.#firstPage('variant'))
    const fingerprint = products && variants ? fingerprintOf(products, variants) : spooled!
    if (spooled?.text === fingerprint.text) {
      const { count, totalItems } = this.#spool.list('product')!
      onResume(this.#spool.completeProducts, count, totalItems)
      return fingerprint
    }
    if (fingerprint.etag !== undefined && fingerprint.text === imported?.text) return undefined
    this.#spool.begin(fingerprint.text)
    this.#addPage('product', products!)
    this.#addPage('variant', variants!)
    return fingerprint
  }

  /** The fingerprint of an interrupted reading, if it can be resumed. */
  #spooledFingerprint(): Fingerprint | undefined {
    const text = this.#spool.fingerprint
    if (text === undefined || !this.#spool.list('product') || !this.#spool.list('variant')) return undefined
    const fingerprint = parseFingerprint(text)
    const isFresh = fingerprint.etag !== undefined || this.#spool.writtenAt > this.#client.now - MAX_SPOOL_AGE
    return isFresh ? fingerprint : undefined
  }

  /** The first page of a list; undefined if its ETag is still `etag`. */
  async #firstPage(kind: ListKind, etag?: string, signal = this.#options.signal): Promise<FirstPage | undefined> {
    const response = await this.#client.get(this.#client.address.firstPage(kind), signal, etag)
    if (response.status === 304) return undefined
    if (response.status !== 200)
      throw new RemoteError(
        `${response.url.pathname} answered ${response.status} for store ${this.#options.store}. Check the address, which is the part ` +
          "before /store/products, and --remote-store, which is the server's id of the store.",
      )
    return { response, page: parsePage(response) }
  }

  /** Follows the links of a list to its end. */
  async #readList(kind: ListKind, fingerprint: Fingerprint): Promise<void> {
    const { signal } = this.#options
    for (let { next } = this.#spool.list(kind)!; next !== null; { next } = this.#spool.list(kind)!) {
      const response = await this.#client.get(new URL(next), signal)
      if (response.status !== 200) throw new InconsistentCatalog(`the linked page ${next} answered ${response.status}`)
      await this.#checkEtag(response, fingerprint, signal)
      this.#addPage(kind, { response, page: parsePage(response) })
    }
    const { count, totalItems } = this.#spool.list(kind)!
    if (count === totalItems) return
    throw new InconsistentCatalog(`the server counts ${totalItems} ${kind}s, but its pages have ${count}`)
  }

  /** The list of labels is an extension of the API: a server may answer anything. */
  async #readLabels(fingerprint: Fingerprint): Promise<void> {
    if (this.#spool.labels) return
    const { signal, onUnreadable } = this.#options
    let response: RemoteResponse | undefined
    try {
      response = await this.#client.get(this.#client.address.labels(), signal)
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      onUnreadable(`the labels could not be read: ${error.message}`)
    }
    if (response?.status === 200) await this.#checkEtag(response, fingerprint, signal)
    this.#spool.setLabels(labelsIn(response?.body))
  }

  /** Every page must add new items, so that circular links end. */
  #addPage(kind: ListKind, { response: { url }, page }: FirstPage): void {
    const next = page.next === undefined ? null : this.#client.address.nextPage(page.next, url).href
    const before = this.#spool.list(kind)
    if (before && before.totalItems !== page.totalItems)
      throw new InconsistentCatalog(`the number of ${kind}s changed from ${before.totalItems} to ${page.totalItems}`)
    if (page.items.length === 0 && next !== null)
      throw new InconsistentCatalog(`a page without ${kind}s links to another page, ${next}`)
    this.#spool.addPage(kind, page, next)
    if (this.#spool.list(kind)!.count > page.totalItems)
      throw new InconsistentCatalog(`the server counts ${page.totalItems} ${kind}s, but its pages have more`)
  }

  *#incompleteProducts(): Generator<SpooledProduct> {
    for (let after = 0; ; ) {
      const batch = this.#spool.incompleteProducts(after)
      if (batch.length === 0) return
      yield* batch
      after = batch.at(-1)!.number
    }
  }

  /** Reads what the list of products does not have. */
  async #completeAll(fingerprint: Fingerprint): Promise<void> {
    const { signal, onStep } = this.#options
    onStep?.('listing variants')
    await this.#readList('variant', fingerprint)
    onStep?.('reading products')
    this.#completeProducts = this.#spool.completeProducts
    await forEachParallel(this.#incompleteProducts(), PARALLEL_REQUESTS, signal, (product, signal) =>
      this.#complete(product, fingerprint, signal),
    )
  }

  async #complete(product: SpooledProduct, fingerprint: Fingerprint, signal: AbortSignal): Promise<void> {
    const fields = isComplete(product) ? product.fields : await this.#readProduct(product, fingerprint, signal)
    for (const variant of Array.isArray(fields.variants) ? fields.variants : []) {
      if (isObject(variant) && typeof variant.id === 'string' && !this.#spool.hasVariant(variant.id))
        throw new InconsistentCatalog(`variant ${variant.id} of product ${product.id} is not in the variant list`)
    }
    this.#spool.completeProduct(product.number, fields)
    this.#options.onProgress(++this.#completeProducts, this.#client.transfer.bytes)
  }

  async #readProduct(
    { id, fields }: SpooledProduct,
    fingerprint: Fingerprint,
    signal: AbortSignal,
  ): Promise<SpooledProduct['fields']> {
    const response = await this.#client.get(this.#client.address.product(id), signal)
    if (response.status !== 200)
      throw new InconsistentCatalog(`product ${id} is listed but was answered with ${response.status}`)
    await this.#checkEtag(response, fingerprint, signal)
    const { url, body } = response
    if (!isObject(body) || String(body.id).toLowerCase() !== id.toLowerCase())
      throw new RemoteError(`${url.pathname} did not answer with that product.`)
    return { ...fields, ...body }
  }

  /** Notices a change of the catalog early, if ETags cover the complete catalog. */
  async #checkEtag({ etag }: RemoteResponse, fingerprint: Fingerprint, signal: AbortSignal): Promise<void> {
    if (fingerprint.etag === undefined || etag === fingerprint.etag || this.#hasOtherEtags) return
    await this.#requireUnchanged(fingerprint, signal)
    this.#hasOtherEtags = true
  }

  /** Throws `InconsistentCatalog` if the fingerprint of the catalog has changed. */
  async #requireUnchanged(fingerprint: Fingerprint, signal: AbortSignal): Promise<void> {
    const products = await this.#firstPage('product', fingerprint.etag, signal)
    if (!products) return
    const variants = await this.#firstPage('variant', undefined, signal)
    if (fingerprintOf(products, variants!).text !== fingerprint.text)
      throw new InconsistentCatalog('the catalog changed while it was read')
  }
}

/** Parallel requests for single products. Few, so that the server has no noticeable load. */
const PARALLEL_REQUESTS = 4

export interface ReadingOptions {
  /** The store's id on the server. */
  readonly store: string
  /** The code of the store's market on the server. */
  readonly market?: string | undefined
  /** The fingerprint of the catalog that was imported before. If the server still has it, nothing is read. */
  readonly imported?: Fingerprint | undefined
  readonly signal: AbortSignal
  /**
   * Called when an interrupted reading is resumed: of `total` products, `listed` are listed and `complete` are
   * complete.
   */
  readonly onResume: (complete: number, listed: number, total: number) => void
  /** Called with a sentence about labels or a setting that cannot be read. */
  readonly onUnreadable: (sentence: string) => void
  readonly onStep?: (step: 'listing products' | 'listing variants' | 'reading products') => void
  /** Called with the number of complete products and the bytes received. */
  readonly onProgress: (products: number, bytes: number) => void
}

/** Milliseconds. Without an ETag for the complete catalog, an older spool is not resumed. */
const MAX_SPOOL_AGE = 3_600_000

/**
 * Whether the list had the files, option groups and variants of the product. The API promises them only for a product
 * by itself. An empty list does not count: the server may leave it empty in lists, as it does in a variant's reference
 * to its product.
 */
function isComplete({ fields: { files, optionGroups, variants } }: SpooledProduct): boolean {
  return [files, optionGroups, variants].every((list) => Array.isArray(list) && list.length > 0)
}
