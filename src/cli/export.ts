import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Command, Option } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openEditions } from '../database/open.ts'
import type { Edition } from '../edition/edition.ts'
import { exportLines } from '../publish/export.ts'
import { currentEdition } from './known-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { counted } from './print.ts'
import { interruptible } from './signals.ts'
import { writeWhole } from './whole-file.ts'

interface Options {
  readonly store: StoreId
  readonly output?: string
  readonly database: string
}

/** `vitrine export`: a store's current edition in the native format, which an import takes again. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a store in the native format, which import takes')
    .addOption(new Option('--store <id>', 'the store').argParser(parseStoreId).makeOptionMandatory())
    .option('--output <file>', 'write to this file, gzipped if its name ends in .gz (default: standard output)')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(exportStore)
}

const EXAMPLES = `
Examples:
  vitrine export --store books --output books.ndjson.gz
  vitrine export --store books | head -1 | jq .`

async function exportStore({ store, output, database }: Options): Promise<void> {
  const signal = interruptible()
  await using editions = await openEditions(database)
  const edition = await currentEdition(editions, store)
  try {
    if (output === undefined) await pipeline(linesOf(edition), process.stdout, { signal, end: false })
    else {
      await writeWhole(output, (file) => pipeline(linesOf(edition), ...packing(output), file, { signal }))
      console.error(
        `${output} has edition ${edition.number} of store ${store}: ${counted(edition.productCount, 'product')}`,
      )
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

/** What an export consists of, in pieces worth a system call. */
function linesOf(edition: Edition): Readable {
  return Readable.from(chunked(exportLines(edition)), { highWaterMark: 4 })
}

async function* chunked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const CHUNK = 64 * 1024

function packing(output: string): [] | [ReturnType<typeof createGzip>] {
  return output.endsWith('.gz') ? [createGzip()] : []
}
