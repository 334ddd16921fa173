import type { StoreSettings } from '@vitrine/catalog/store'
import { CatalogReader, type ReadingOptions } from './catalog-reader.ts'
import { type ClientOptions, RemoteClient, type Transfer } from './client.ts'
import type { Fingerprint } from './fingerprint.ts'
import { InconsistentCatalog, RemoteError } from './remote-error.ts'
import { readSettings } from './settings.ts'
import type { Spool } from './spool.ts'

// Other folders read a server, and files at addresses, through this file.
export { RemoteAddress } from './address.ts'
export { newestPublication, type RemoteChanges, readChanges } from './changes.ts'
export { type HttpEnvironment, RemoteClient, type Transfer } from './client.ts'
export { type FetchedFile, fetchFile, shownAddress } from './fetch-file.ts'
export type { Fingerprint } from './fingerprint.ts'
export { productsInFull, spooledProducts } from './products.ts'
export { RemoteError } from './remote-error.ts'
export { RemoteLabels } from './remote-labels.ts'
export { Spool } from './spool.ts'

export interface RemoteCatalog {
  readonly fingerprint: Fingerprint | undefined
  readonly transfer: Transfer
  /** The settings of the store as the server tells them; none if it does not, or if its catalog was not read. */
  readonly settings: StoreSettings
}

/** Readings of a catalog that changes while it is read, before the import fails. */
const MAX_READINGS = 3

export interface RemoteCatalogOptions extends ClientOptions, ReadingOptions {
  /** Called when the reading starts over. The reason continues a sentence after "because". */
  readonly onRestart: (reason: string) => void
}

/**
 * Reads the catalog of a server into the spool. Resumes an interrupted reading if the catalog is unchanged. The
 * fingerprint is undefined if the server still has the `imported` catalog, which is then not read.
 *
 * The result is one state of the catalog: totals, ids and links must be consistent, and the first pages must be the
 * same at the end. Otherwise the reading starts over. Throws `RemoteError`.
 */
export async function readRemoteCatalog(spool: Spool, options: RemoteCatalogOptions): Promise<RemoteCatalog> {
  const client = new RemoteClient(options)
  for (let reading = 1; ; reading++) {
    try {
      const fingerprint = await new CatalogReader(client, spool, options).read()
      const settings = fingerprint ? await readSettings(client, options) : {}
      return { fingerprint, transfer: client.transfer, settings }
    } catch (error) {
      if (!(error instanceof InconsistentCatalog)) throw error
      spool.clear()
      if (reading === MAX_READINGS)
        throw new RemoteError(`The catalog could not be read in ${MAX_READINGS} attempts because ${error.message}.`)
      options.onRestart(error.message)
    }
  }
}
