import { InvalidArgumentError, Option } from 'commander'
import { PATCHED_FIELDS, type PatchedField } from '../catalog/submission.ts'
import { Misuse } from './failure.ts'

/** `--only`: the file changes prices and stocks of variants, and nothing else. */
export function onlyOption(): Option {
  return new Option(
    '--only <fields>',
    'the file has a sku in each row, and new values for these: price, stock, or price,stock',
  ).argParser(parseFields)
}

function parseFields(text: string): readonly PatchedField[] {
  const names = new Set(text.split(',').map((name) => name.trim().toLowerCase()))
  const fields = PATCHED_FIELDS.filter((field) => names.has(field))
  if (fields.length === 0 || fields.length < names.size)
    throw new InvalidArgumentError('Expected price, stock, or price,stock.')
  return fields
}

/** Options that say something of whole products. */
const OF_PRODUCTS = {
  replace: '--replace',
  create: '--create',
  name: '--name',
  format: '--format',
  text: '--text',
} as const

/** Throws `Misuse` if `--only` stands beside options that it leaves nothing to do for. */
export function checkOnly(options: { readonly [Name in keyof typeof OF_PRODUCTS | 'only']?: unknown }): void {
  if (options.only === undefined) return
  const wrong = Object.entries(OF_PRODUCTS).filter(([name]) => options[name as keyof typeof OF_PRODUCTS] !== undefined)
  if (wrong.length === 0) return
  const names = wrong.map(([, option]) => option).join(', ')
  throw new Misuse(
    `--only changes variants that are there already; leave out ${names}, which ${wrong.length === 1 ? 'is' : 'are'} for files of products`,
  )
}
