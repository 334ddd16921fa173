import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { cannotRead } from '../errors.ts'

/** The headers of requests for an address, as options name them. */
export interface HeaderOptions {
  readonly header?: readonly Header[]
  readonly headerFile?: HeaderFile
}

export type Header = readonly [name: string, value: string]

interface HeaderFile {
  readonly path: string
  readonly headers: readonly Header[]
}

/** The options for requests to an address. */
export function addHeaderOptions(command: Command): void {
  command
    .addOption(
      new Option('--header <name: value>', 'address: a header to send; can be repeated').argParser(parseHeader),
    )
    .addOption(
      new Option(
        '--header-file <file>',
        'address: a file with headers to send, one a line, which others cannot see',
      ).argParser(parseHeaderFile),
    )
}

/** All headers to send. */
export function sentHeaders({ header = [], headerFile }: HeaderOptions): readonly Header[] {
  return [...header, ...(headerFile?.headers ?? [])]
}

function parseHeader(text: string, before: readonly Header[] | undefined): readonly Header[] {
  return [...(before ?? []), headerIn(text)]
}

function parseHeaderFile(path: string): HeaderFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { message } = cannotRead(path, error as Error, 'a file with headers, one a line')
    throw new InvalidArgumentError(`${message[0]!.toUpperCase()}${message.slice(1)}.`)
  }
  const lines = text.split(/\r?\n/)
  const headers = lines.flatMap((line, index) => {
    try {
      return line.trim() === '' ? [] : [headerIn(line.trim())]
    } catch (error) {
      // The line itself may be a password.
      throw new InvalidArgumentError(`Line ${index + 1}: ${(error as Error).message}`)
    }
  })
  return { path, headers }
}

/** The header of a text such as "name: value". Throws `InvalidArgumentError`. */
function headerIn(text: string): Header {
  const [, name, value] = /^([^:]+?)\s*:\s*(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined || !isHeader(name, value))
    throw new InvalidArgumentError('Expected a header such as "authorization: Bearer …".')
  if (name.toLowerCase() === 'x-store-id') throw new InvalidArgumentError('Use --remote-store to set x-store-id.')
  if (RESERVED_HEADER.test(name)) throw new InvalidArgumentError(`The header ${name} cannot be set.`)
  return [name, value]
}

/** Headers that HTTP or the import sets itself. */
const RESERVED_HEADER =
  /^(?:accept-encoding|connection|content-length|expect|host|if-(?:none-)?match|keep-alive|range|te|trailer|transfer-encoding|upgrade)$/i

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}
