import { writeFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import type { ColumnGuess } from '@vitrine/catalog/stream/converter'
import { CommandError, cannotRead, cannotWrite } from '../errors.ts'
import { openInput } from '../input-file.ts'
import { escapeControls } from '../terminal-text.ts'

const EXPECTED = 'a JSON object that maps headers'

/**
 * Reads the file or pipe of `--columns`: from the headers of the catalog file, in lower case, to those of the format.
 */
export async function readColumnNames(path: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { status, stream } = openInput(path, EXPECTED)
  if (status.isFIFO()) console.error(escapeControls(`reading the columns from ${path}`))
  const texts = addAbortSignal(signal, stream.setEncoding('utf8')).toArray()
  const text = await texts.then(
    (parts) => parts.join(''),
    (error) => {
      throw signal.aborted ? signal.reason : cannotRead(path, error, EXPECTED)
    },
  )
  const names = parseColumnNames(text)
  if (!names)
    throw new CommandError(`${path} must contain a JSON object such as {"Nom": "Name", "Tarif": "Regular price"}`)
  return new Map(Object.entries(names).map(([header, name]) => [header.trim().toLowerCase(), name]))
}

function parseColumnNames(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.values(value).every((name) => typeof name === 'string') ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Writes a guess as a file for `--columns`. Throws `CommandError` if the file exists already. */
export async function writeColumnNames(path: string, { columns }: ColumnGuess): Promise<void> {
  const names = Object.fromEntries(columns.map(({ header, becomes }) => [header, becomes]))
  await writeFile(path, `${JSON.stringify(names, null, 2)}\n`, { flag: 'wx' }).catch((error) => {
    if (error.code === 'EEXIST') throw new CommandError(`${path} exists already; name a new file for --write-columns`)
    throw cannotWrite(path, error)
  })
}
