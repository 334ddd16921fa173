import { randomBytes } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Command } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openEditions } from '../database/open.ts'
import type { Edition } from '../edition/edition.ts'
import { EditionGone } from '../edition/edition-gone.ts'
import { exportLines } from '../export/native.ts'
import { CommandError } from './errors.ts'
import { requireEdition } from './find-store.ts'
import { databaseOption, storeOption } from './options.ts'
import { interruptible } from './signals.ts'
import { quantity } from './terminal-text.ts'

interface Options {
  readonly store: StoreId
  readonly output?: string
  readonly database: string
}

/** `vitrine export`: writes the current edition of a store as a catalog file. */
export function addExportCommand(command: Command): void {
  command
    .addOption(storeOption())
    .option('--output <file>', 'the file to write, gzipped if its name ends in .gz (default: standard output)')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(exportStore)
}

const EXAMPLES = `
Examples:
  vitrine export --store books --output books.ndjson.gz
  vitrine export --store books | head -1 | jq .

The file is in the native format: one JSON object a line. \`vitrine import\` reads it.`

async function exportStore({ store, output, database }: Options): Promise<void> {
  const signal = interruptible()
  await using editions = await openEditions(database)
  const edition = await requireEdition(editions, store)
  const lines = Readable.from(joinChunks(exportLines(edition)), { highWaterMark: 4 })
  try {
    if (output === undefined) return await pipeline(lines, process.stdout, { signal, end: false })
    const gzip = output.endsWith('.gz') ? [createGzip()] : []
    await writeAtomically(output, (file) => pipeline([lines, ...gzip, file], { signal }))
    const products = quantity(edition.productCount, 'product')
    console.error(`exported edition ${edition.number} of store ${store} to ${output}: ${products}`)
  } catch (error) {
    if (error instanceof EditionGone) throw new CommandError(editionGone(edition))
    throw signal.aborted ? signal.reason : error
  }
}

function editionGone({ number, store: { id } }: Edition): string {
  const reason = 'newer imports replaced it'
  return `edition ${number} of store ${id} was removed during the export, because ${reason}; export again`
}

const CHUNK_CHARACTERS = 64 * 1024

/** Joins lines into chunks, to save system calls. */
async function* joinChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Writes a temporary file and renames it, so that `path` is either complete or unchanged. */
async function writeAtomically(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.unfinished`
  const handle = await open(temporary, 'wx').catch((error) => {
    throw new CommandError(`cannot write ${path}: ${error.message}`)
  })
  try {
    await write(handle.createWriteStream({ flush: true }))
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
