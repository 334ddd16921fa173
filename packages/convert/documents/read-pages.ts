import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { jsonRefusal } from '@vitrine/catalog/json/file-signature'
import { ObjectSplitter } from '@vitrine/catalog/json/object-splitter'
import { peek } from '@vitrine/catalog/json/peek'
import type { CatalogRecord, Splitter } from '@vitrine/catalog/json/record'
import { PageSplitter } from './page-splitter.ts'

/**
 * The products in the pages of an API, one page after the other, and products without pages, as `readRecords` reads
 * them. A record may also be a page in an array. Throws `CatalogFileError` if the text is not JSON or cannot be split.
 */
export async function* readPages(source: AsyncIterable<Uint8Array>): AsyncGenerator<CatalogRecord> {
  const { head, bytes } = await peek(source)
  const refusal = jsonRefusal(head)
  if (refusal) throw new CatalogFileError(refusal)
  const splitter = splitterFor(head)
  for await (const chunk of bytes) yield* splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  yield* splitter.end()
}

/** The values of the records that the beginning of a JSON text contains completely. */
export function firstRecords(head: Buffer): unknown[] {
  const values: unknown[] = []
  try {
    // The line break ends an object on the only line. What it cuts off is a record with a fault.
    for (const record of splitterFor(head).push(Buffer.concat([head, Buffer.from('\n')])))
      if ('value' in record) values.push(record.value)
  } catch {
    // The reader of the file reports the error.
  }
  return values
}

function splitterFor(head: Buffer): Splitter<CatalogRecord> {
  const text = head.toString('latin1', 0, 4096)
  return PAGE.test(text) || (CONNECTION.test(text) && SHOPIFY_ID.test(text)) ? new PageSplitter() : new ObjectSplitter()
}

const PAGE = /^\s*(?:\[|\{\s*"products"\s*:\s*\[)/

/** The list of products of a GraphQL response, without another list before it. */
const CONNECTION = /^\s*\{[^[\]]*"products"\s*:\s*\{[^[\]]*"(?:edges|nodes)"\s*:\s*\[/

const SHOPIFY_ID = /"gid:\\?\/\\?\/shopify\\?\//
