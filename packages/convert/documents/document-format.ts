import { DigestMap } from '@vitrine/catalog/digest-map'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { Fault } from '@vitrine/catalog/json/record'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { isObject } from '@vitrine/catalog/native/fields'
import { createReadContext, type ReadContext } from '@vitrine/catalog/native/read-context'
import type { FindingPlace, Place, Submission } from '@vitrine/catalog/submission'
import type { Format } from '../format.ts'
import { checkProduct, refusedProduct } from '../products/check-product.ts'
import type { FileSource } from '../products/file-source.ts'
import { Grouping, TOO_LARGE } from '../products/grouping.ts'
import { ProductBuilder } from '../products/product-builder.ts'
import type { ProductFields } from '../products/product-fields.ts'
import type { ReadOptions } from '../read-options.ts'
import { type Columns, describeColumns, keyOfField } from '../rows/columns.ts'
import { utf8Text } from '../utf8-text.ts'
import { FieldUse } from './field-use.ts'
import { type JsonObject, nameIn, productsIn } from './json-values.ts'
import { firstRecords, readPages } from './read-pages.ts'

/** A format of JSON files, named after the platform: `shopify-json`. */
export function documentFormat<Key extends string, Part extends DocumentPart<Key>>(
  mapping: DocumentMapping<Key, Part>,
): Format {
  return {
    name: `${mapping.name}-json`,
    title: mapping.title,
    columns: describeColumns(mapping.columns),
    recognise({ records = [], text }) {
      const { normalised = (object: JsonObject) => object } = mapping
      // In a page with one product, the sample may have the variants of the product as its records.
      const samples = records.length > 0 ? [records, firstRecords(Buffer.from(text))] : []
      const products = samples.map((values) => values.flatMap(productsIn).filter(isObject).map(normalised))
      if (products.some((values) => values.length > 0 && values.every(mapping.isProduct))) return 'yes'
      const [first] = products[0] ?? []
      const refusal = first && mapping.refusal?.(first)
      return refusal === undefined ? undefined : { refusal }
    },
    read: (bytes, options) => new DocumentReader(mapping, options).read(utf8Text(bytes, options)),
  }
}

/** How the JSON of a platform's API becomes products. A document is an object of it: a product, or a part of one. */
export interface DocumentMapping<Key extends string, Part extends DocumentPart<Key>> {
  /** The platform, which begins the name for `--format`. Products of all its kinds of files have the same ids. */
  readonly name: string
  readonly title: string
  /** The fields that are read. Their headers are paths, such as `variants[].price`. */
  readonly columns: Columns<Key>
  /** Whether an object is certainly a product of the platform. */
  isProduct(object: JsonObject): boolean
  /** Why JSON of the platform in another form cannot be read. */
  refusal?(object: JsonObject): string | undefined
  /** The object in the form that the other functions take, if the platform has several. */
  normalised?(object: JsonObject): JsonObject
  /** The keys of the document's product, or the reason to leave out the document. */
  keysOf(document: JsonObject, source: DocumentSource<Key>): readonly string[] | LeftOutReason
  /** Whether other documents, anywhere in the file, may belong to the same product. They share a key with it then. */
  isPartial?(document: JsonObject): boolean
  /** The variants of a document and its other parts, which the report counts as rows. None if nothing is read. */
  partsOf(document: JsonObject, source: DocumentSource<Key>, now: Date): readonly Part[]
  /** How the API of the platform divides its answers. */
  readonly pages?: ApiPages
  /** Adds the variants of a product to the builder and gives its other fields. undefined if the product is left out. */
  build(parts: readonly Part[], product: ProductBuilder<Key>): ProductFields<Key> | undefined
}

/** A file that ends where such an answer ends may lack what comes after it. */
export interface ApiPages {
  /** Whether a page counts the document. */
  isCounted(document: JsonObject): boolean
  /** The most products of an answer. */
  readonly most: number
  /** How many they are if the request does not say it. */
  readonly usual: readonly number[]
  /** The most variants of a product, if there may be more that an answer does not have. */
  readonly variants?: number
}

/** A variant of a document, or another part of it. */
export interface DocumentPart<Key extends string> {
  readonly source: FileSource<Key>
}

/** The place of a document in its file, under the name of the product or of a variant. */
export class DocumentSource<Key extends string> implements FileSource<Key> {
  readonly place: Place
  /** What reports call it. */
  readonly name: string
  readonly #fields: Columns<Key>

  constructor(fields: Columns<Key>, line: number, name = '') {
    this.#fields = fields
    this.place = { line }
    this.name = name
  }

  get where(): string {
    return `on line ${this.place.line}`
  }

  /** The same place for a variant with this name. */
  named(name: string): DocumentSource<Key> {
    return new DocumentSource(this.#fields, this.place.line, name)
  }

  cellPlace(key: Key): FindingPlace & { readonly path: string } {
    return { ...this.place, path: this.#fields[key].headers[0]! }
  }

  keyOfField(field: string): Key | undefined {
    return keyOfField(this.#fields, field)
  }
}

interface Document {
  readonly line: number
  readonly value: JsonObject
}

/** Reads the products of one file. A document that is a product by itself is not kept. */
class DocumentReader<Key extends string, Part extends DocumentPart<Key>> {
  readonly #mapping: DocumentMapping<Key, Part>
  readonly #options: ReadOptions
  readonly #context: ReadContext
  readonly #fields: FieldUse
  /** The key of each product, with its line. The pages of an API overlap if products are added between two requests. */
  readonly #lines = new DigestMap()
  #partCount = 0
  #counted = 0
  /** The names of the products with as many variants as an answer may have. */
  readonly #full: string[] = []

  constructor(mapping: DocumentMapping<Key, Part>, options: ReadOptions) {
    this.#mapping = mapping
    this.#options = options
    this.#context = createReadContext(options.store, options.onWarning)
    this.#fields = new FieldUse(mapping.columns)
  }

  /** Throws `CatalogFileError` if there are no products, or if the file cannot be split into documents. */
  async *read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Submission> {
    using grouping = new Grouping<Document>({ toText: JSON.stringify, fromText: JSON.parse })
    const { normalised = (object) => object } = this.#mapping
    let isEmpty = true
    for await (const record of readPages(bytes)) {
      isEmpty = false
      const { line } = record
      if ('fault' in record) yield this.#refuse(line, record.fault)
      else
        for (const value of productsIn(record.value)) {
          const submission = isObject(value)
            ? this.#readDocument({ line, value: normalised(value) }, grouping)
            : this.#refuse(line, NO_PRODUCT)
          if (submission) yield submission
        }
    }
    if (isEmpty) throw new CatalogFileError('The file has no product.')
    for await (const { items, tooLarge } of grouping.groups()) {
      const submission = this.#build(
        items.flatMap((document) => this.#partsOf(document)),
        tooLarge,
      )
      if (submission) yield submission
    }
    this.#options.onRows?.(this.#partCount)
    for (const ending of this.#endings()) this.#options.onEnding?.(ending)
    this.#options.onUsed?.(this.#fields.used())
    this.#options.onUnused?.([...this.#fields.unused])
  }

  #refuse(line: number, fault: Fault): Submission {
    this.#partCount++
    return { line, problems: [{ line, path: 'the product', ...fault }] }
  }

  /** The product of the document. undefined if it is left out, or waits for others that may belong to it. */
  #readDocument(document: Document, grouping: Grouping<Document>): Submission | undefined {
    const { line, value } = document
    this.#count(value)
    const keys = this.#fields.add(value)
      ? this.#mapping.keysOf(value, new DocumentSource(this.#mapping.columns, line))
      : 'blank'
    const parts = this.#partsOf(document)
    this.#partCount += parts.length
    if (parts.length === 0) return undefined
    if (typeof keys === 'string') this.#leaveOut(parts, keys)
    else if (this.#mapping.isPartial?.(value)) grouping.add(keys, document)
    else if (this.#lines.claim(keys.join('\0'), line) === undefined) return this.#build(parts)
    else this.#leaveOut(parts, 'repeated')
    return undefined
  }

  #count(document: JsonObject): void {
    const { pages } = this.#mapping
    if (!pages?.isCounted(document)) return
    this.#counted++
    const { variants } = document
    if (Array.isArray(variants) && variants.length === pages.variants && this.#full.length < MAX_NAMED)
      this.#full.push(nameIn(document.title) || nameIn(document.name))
  }

  /** Where the file ends as an answer of the API does: predicates of it. */
  *#endings(): Generator<string> {
    const { pages } = this.#mapping
    if (!pages || this.#counted === 0) return
    const isFull = this.#counted % pages.most === 0 || pages.usual.includes(this.#counted)
    if (isFull) yield `has exactly ${this.#counted} products, as a full page of the API, so there may be more pages`
    if (this.#full.length > 0)
      yield `has exactly ${pages.variants} variants of ${this.#full.join(', ')}, the most that the API gives of a product`
  }

  #partsOf({ line, value }: Document): readonly Part[] {
    return this.#mapping.partsOf(value, new DocumentSource(this.#mapping.columns, line), this.#options.now)
  }

  #leaveOut(parts: readonly Part[], reason: LeftOutReason): void {
    this.#builder().leaveOut(
      parts.map(({ source }) => source),
      reason,
    )
  }

  #build(parts: readonly Part[], tooLarge = false): Submission | undefined {
    const builder = this.#builder()
    const { source } = parts[0]!
    if (tooLarge) return refusedProduct(source.place, [{ ...builder.placeOf(source), path: '', ...TOO_LARGE }])
    const fields = this.#mapping.build(parts, builder)
    return fields ? checkProduct(fields, builder, this.#context) : refusedProduct(source.place, builder.problems)
  }

  #builder(): ProductBuilder<Key> {
    const nameOf = ({ name }: DocumentSource<Key>) => name
    return new ProductBuilder({ name: this.#mapping.name, nameOf }, this.#options)
  }
}

/** Products that a finding names. */
const MAX_NAMED = 3

const NO_PRODUCT: Fault = { wrong: 'is not an object', right: 'the fields of a product' }
