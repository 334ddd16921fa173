import { readFile } from 'node:fs/promises'
import type { DeclaredFile } from '@vitrine/catalog/declared/declared-file'
import { CommandError, cannotRead } from '../errors.ts'
import { escapeControls, quantity } from '../terminal-text.ts'

/**
 * The entries of a file beside the catalog, such as synonyms. Prints its problems. Throws `CommandError` if the file
 * cannot be read, has problems or has no entries. `-` is standard input.
 */
export async function declaredFile<Entry>(file: string, kind: DeclaredKind<Entry>): Promise<readonly Entry[]> {
  const { things, expected, read } = kind
  const name = file === '-' ? 'standard input' : file
  const bytes = await (file === '-' ? standardInput() : readFile(file)).catch((error) => {
    throw cannotRead(name, error, expected)
  })
  const { entries, problems, warnings = [] } = await read(textOf(bytes, name))
  for (const warning of warnings) console.error(escapeControls(`warning: ${warning}`))
  for (const { where, wrong, right } of problems.slice(0, MAX_SHOWN))
    console.error(escapeControls(`${where} ${wrong}; expected ${right}`))
  if (problems.length > MAX_SHOWN) console.error(`and ${quantity(problems.length - MAX_SHOWN, 'more problem')}`)
  if (problems.length > 0)
    throw new CommandError(`nothing was changed: ${quantity(problems.length, 'problem')} in ${name}`)
  if (entries.length === 0)
    throw new CommandError(`nothing was changed: ${name} has no ${things}; --clear removes those of the store`)
  return entries
}

export interface DeclaredKind<Entry> {
  /** The plural of an entry. */
  readonly things: string
  /** What the file is: `a JSON file`. */
  readonly expected: string
  readonly read: (text: string) => DeclaredFile<Entry> | Promise<DeclaredFile<Entry>>
}

/** Problems that are shown on a terminal. */
const MAX_SHOWN = 20

async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`nothing was changed: ${name} is not UTF-8; save it as UTF-8`)
  }
}
