import { shownAddress } from '../../remote/remote-catalog.ts'
import { UsageError } from '../errors.ts'
import type { ImportOptions } from './import-options.ts'

/** Whether a source is an address, and not the path of a file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** A source as people may see it: an address without its query, which may be a key to it. */
export function shownSource(source: string): string {
  return isAddress(source) ? shownAddress(new URL(source)) : source
}

/** Throws `UsageError` if an address is none, or if there are several sources that cannot be one catalog. */
export function checkSources(
  sources: readonly string[],
  { only, writeColumns }: Pick<ImportOptions, 'only' | 'writeColumns'>,
): void {
  for (const source of sources) if (isAddress(source)) checkAddress(source)
  if (sources.length === 1) return
  if (sources.includes('-')) throw new UsageError('standard input cannot be combined with other sources')
  if (only || writeColumns !== undefined)
    throw new UsageError(`${only ? '--only' : '--write-columns'} reads one file, and ${sources.length} are named`)
}

/** A password in an address is seen by other users of the machine, so it is refused, and shown to nobody. */
function checkAddress(source: string): void {
  const url = URL.parse(source)
  if (url && url.username === '' && url.password === '') return
  if (url || source.includes('@'))
    throw new UsageError(
      'an address must not contain a user name or a password, which other users of the machine could see; ' +
        'put the line "authorization: Basic …" into a file, and name it with --header-file',
    )
  throw new UsageError(`${source} is not a URL; expected one such as https://shop.example/products.csv`)
}
