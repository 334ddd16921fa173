import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of files: their types and texts by path. */
export async function openSite(files: Record<string, readonly [type: string, text: string]>) {
  const site = createServer(({ url }, response) => {
    const [type, text] = files[url!.split('?')[0]!] ?? []
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text)
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections()
      await new Promise((closed) => site.close(closed))
    },
  }
}
