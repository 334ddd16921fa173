import type { AcceptedProduct } from '../submission.ts'
import { madeCodes } from './code-origins.ts'
import type { OpenCatalog } from './converter.ts'
import { withoutDerivedIds } from './derived-ids.ts'
import type { StreamHeader, StreamRecord, StreamStore } from './record.ts'

/**
 * A catalog as a stream for other processes: a line of JSON for each record and each finding. The first one says for
 * which store it was read. The last one says that nothing is missing. Holds the findings before a record in memory.
 */
export async function* writeStream(
  { contents, format, records }: OpenCatalog,
  { id, currency, language, taxRate, markets }: StreamStore,
  now: Date,
): AsyncGenerator<string> {
  const store = { id, currency, language, taxRate, markets }
  const header: StreamHeader = { store, contents, format, checked: true }
  const lines = [lineOf(header)]
  let count = 0
  for await (const record of records(store, now, (finding) => lines.push(lineOf(finding)))) {
    if (!('problems' in record)) count++
    lines.push(lineOf(recordValue(record, store)))
    yield lines.splice(0).join('')
  }
  yield `${lines.join('')}${lineOf({ end: { [contents]: count } })}`
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
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
  const {
    product: _,
    derivedFrom: __,
    codes: ___,
    topCategories: ____,
    hasSlug,
    currency,
    dropped,
    ...others
  } = accepted
  const product = withoutDerivedIds(accepted, store)
  const made = madeCodes(accepted)
  return {
    product: currency === undefined ? product : { ...product, currency },
    ...(!hasSlug && { hasSlug }),
    ...(made !== undefined && { madeCodes: made }),
    ...(dropped.length > 0 && { dropped }),
    ...others,
  }
}
