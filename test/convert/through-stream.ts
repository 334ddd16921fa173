import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { madeCodes } from '@vitrine/catalog/stream/code-origins'
import type { OpenCatalog } from '@vitrine/catalog/stream/converter'
import { openStream } from '@vitrine/catalog/stream/read-stream'
import type { Finding, StreamRecord, StreamStore } from '@vitrine/catalog/stream/record'
import { writeStream } from '@vitrine/catalog/stream/write-stream'
import { NOW } from './now.ts'
import { collected } from './reading.ts'

/** What a reader of a catalog gets, in order. */
export type Sequence = (StreamRecord | Finding)[]

/** Writes records as a stream, and reads that stream again. */
export async function throughStream(
  sequence: Sequence,
  store: StreamStore,
  { contents = 'products', target = store }: Partial<OpenCatalog> & { readonly target?: StreamStore } = {},
): Promise<Sequence> {
  const lines = await streamOf(sequence, store, contents)
  const { stream } = await openStream(Readable.from(lines.map((line) => Buffer.from(line))))
  return await sequenceOf(stream!, target)
}

export async function streamOf(
  sequence: Sequence,
  store: StreamStore,
  contents: OpenCatalog['contents'] = 'products',
): Promise<string[]> {
  const text = await collected(writeStream({ contents, format: 'test', records: replayed(sequence) }, store, NOW))
  return text.join('').split(/(?<=\n)/)
}

export async function sequenceOf({ records }: OpenCatalog, store: StreamStore): Promise<Sequence> {
  const sequence: Sequence = []
  for await (const record of records(store, NOW, (finding) => sequence.push(finding))) sequence.push(record)
  return sequence
}

/** Asserts that a stream tells its reader all that the reader of the file was told. */
export async function assertSameThroughStream(sequence: Sequence, store: StreamStore): Promise<void> {
  assert.deepEqual(plain(await throughStream(sequence, store)), plain(sequence))
}

/** The records without what only the writer of a stream needs. The order of keys is that of the stored documents. */
function plain(sequence: Sequence): unknown[] {
  return sequence.map((record) => {
    if (!('product' in record)) return record
    const { derivedFrom: _, codes: __, product, ...others } = record
    return {
      madeCodes: madeCodes(record),
      ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
      product: JSON.stringify(product),
    }
  })
}

function replayed(sequence: Sequence): OpenCatalog['records'] {
  return async function* (_, __, onFinding) {
    for (const record of sequence)
      if ('product' in record || 'problems' in record || 'patch' in record || 'text' in record) yield record
      else onFinding(record)
  }
}
