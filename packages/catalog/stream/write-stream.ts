import type { AcceptedProduct } from '../submission.ts'
import type { OpenCatalog } from './converter.ts'
import { withoutDerivedIds } from './derived-ids.ts'
import type { StreamRecord, StreamStore } from './record.ts'

/**
 * Writes a catalog as a stream for other processes: a line of JSON for each record and each finding. The first one says
 * for which store it was read. The last one says that nothing is missing.
 */
export async function writeStream(
  { contents, format, records }: OpenCatalog,
  target: StreamStore,
  now: Date,
  write: (line: string) => void,
): Promise<void> {
  const { id, currency, language, taxRate, markets } = target
  const store = { id, currency, language, taxRate, markets }
  const writeJson = (value: object) => write(`${JSON.stringify(value)}\n`)
  writeJson({ store, contents, format, checked: true })
  let count = 0
  for await (const record of records(store, now, writeJson)) {
    if (!('problems' in record)) count++
    writeJson(recordValue(record, store))
  }
  writeJson({ end: { [contents]: count } })
}

function recordValue(record: StreamRecord, store: StreamStore): object {
  if ('patch' in record) {
    const { line, row, ...patch } = record.patch
    return { patch, line, row }
  }
  return 'product' in record ? productValue(record, store) : record
}

/** The product as a line of an export has it, and what that does not say. */
function productValue(accepted: AcceptedProduct, store: StreamStore): object {
  const { product: _, derivedFrom: __, hasSlug, currency, dropped, ...others } = accepted
  const product = withoutDerivedIds(accepted, store)
  return {
    product: currency === undefined ? product : { ...product, currency },
    ...(!hasSlug && { hasSlug }),
    ...(dropped.length > 0 && { dropped }),
    ...others,
  }
}
