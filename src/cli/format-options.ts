import { readFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import type { Format } from '../import/format.ts'
import { FORMATS } from '../import/formats.ts'
import { Refusal } from './failure.ts'

export const FORMAT_NAMES = FORMATS.map(({ name }) => name).join(', ')

/** Reads the name of a format from the command line. */
export function parseFormat(text: string): Format {
  const format = FORMATS.find(({ name }) => name === text.toLowerCase())
  if (!format) throw new InvalidArgumentError(`Expected one of ${FORMAT_NAMES}.`)
  return format
}

/** Reads the name of an encoding from the command line. */
export function parseEncoding(text: string): string {
  try {
    return new TextDecoder(text).encoding
  } catch {
    throw new InvalidArgumentError('Expected an encoding such as utf-8, utf-16le, windows-1250 or shift_jis.')
  }
}

/** Reads what columns are called: from a file's headers, in lower case, to those of the format. */
export async function readColumnNames(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new Refusal(`${path} cannot be read: ${error.message}`)
  })
  const names = parsed(text)
  if (!names)
    throw new Refusal(`${path} is not right; expected a JSON object such as {"Nom": "Name", "Tarif": "Regular price"}`)
  return new Map(Object.entries(names).map(([header, name]) => [header.trim().toLowerCase(), name]))
}

function parsed(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isMap && Object.values(value).every((name) => typeof name === 'string') ? { ...value } : undefined
  } catch {
    return undefined
  }
}
