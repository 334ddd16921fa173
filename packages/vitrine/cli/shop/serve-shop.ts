import type { RequestListener } from 'node:http'
import type { StoreId } from '@vitrine/catalog/store'
import type { Pictures } from '@vitrine/server/server-options'
import type { RunningServer } from '../serve/running-server.ts'
import type { ServerSettings } from '../serve/server-settings.ts'

/** Serves the API of a database, and the example shop of the default store at its root, as `startServer` does. */
export async function serveShop(
  settings: ServerSettings & { readonly defaultStore: StoreId },
  database: string,
  shop: ExampleShop,
  { pictures, report }: ShopPages,
): Promise<RunningServer> {
  const { startServer } = await import('../serve/running-server.ts')
  const { createStorefront } = await shop.loadStorefront()
  const storefront = Promise.withResolvers<RequestListener>()
  const website: RequestListener = async (request, response) => {
    if (!report || request.url !== REPORT_PATH) return (await storefront.promise)(request, response)
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': report.policy }
    response.writeHead(200, { ...headers, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : report.page)
  }
  const server = await startServer(settings, database, { pictures, website, isPrivate: true })
  const { publicUrl, defaultStore: store } = settings
  // The log of the API has the faults already.
  const onError = () => {}
  const options = { url: server.url, store, publicUrl, sharesServer: true, report: report && REPORT_PATH, onError }
  storefront.resolve(createStorefront(options))
  return server
}

/** The path of the report, which the foot of the shop links to. */
export const REPORT_PATH = '/import-report'

/** The example shop. It is no part of a package, so the program names it. */
export interface ExampleShop {
  loadStorefront(): Promise<{
    readonly createStorefront: (options: {
      readonly url: string
      readonly store: string
      readonly publicUrl: string | undefined
      readonly sharesServer: boolean
      readonly report: string | undefined
      readonly onError: () => void
    }) => RequestListener
  }>
}

/** What a server answers besides the pages of the shop. */
interface ShopPages {
  readonly pictures?: Pictures
  /** The report of the import as an HTML page, and its Content-Security-Policy. */
  readonly report?: { readonly page: string; readonly policy: string }
}

/** Prints for people: without a terminal, standard output has the log, one JSON object a line. */
export function printBanner(text: string): void {
  if (process.stdout.isTTY) console.log(text)
  else console.error(text)
}
