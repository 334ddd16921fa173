import { RemoteAddress, RemoteClient } from '../../../remote/remote-catalog.ts'
import { sentHeaders } from '../headers.ts'
import { type ImportOptions, kindByOptions } from '../import-options.ts'
import { ENVIRONMENT } from './http-environment.ts'
import { remoteStoreOf } from './import-remote.ts'

/**
 * The server of the API at the only source, which is an address; undefined if it is a file. Options and the name of a
 * file tell. Otherwise the answer of the server does.
 */
export async function serverAt(
  [source, ...others]: readonly string[],
  options: ImportOptions,
  signal: AbortSignal,
): Promise<RemoteAddress | undefined> {
  const url = new URL(source!)
  const kind = kindByOptions(options)
  if (others.length > 0 || url.search !== '' || FILE_NAME.test(url.pathname) || kind === 'address') return undefined
  const address = new RemoteAddress(url)
  if (kind === 'server') return address
  const { remoteMarket: market } = options
  const client = new RemoteClient({
    ...{ address, store: remoteStoreOf(address, options), market, headers: sentHeaders(options) },
    environment: ENVIRONMENT,
  })
  return (await client.isOfServer(signal)) ? address : undefined
}

const FILE_NAME = /\.(?:ndjson|jsonl|json|csv|tsv|txt|xml|rss|atom|yml|xlsx|gz|zip)$/i
