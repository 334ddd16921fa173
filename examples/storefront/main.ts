import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createStorefront } from './server.ts'
import { createVitrine } from './vitrine.ts'

const USAGE = `
Serves a shop on a Vitrine server.

  npm run storefront -- --url http://127.0.0.1:3000 --store my-shop

  --url <address>         the Vitrine server
  --store <id>            the store
  --port <number>         the port of the shop (default: 4000)
  --host <address>        the address to listen on (default: 127.0.0.1)
  --public-url <address>  the address of the shop in links for search engines
  --help                  print this help
`

const OPTIONS = {
  url: { type: 'string' },
  store: { type: 'string' },
  port: { type: 'string', default: '4000' },
  host: { type: 'string', default: '127.0.0.1' },
  'public-url': { type: 'string' },
  help: { type: 'boolean' },
} as const

try {
  const { url, store, port, host, 'public-url': publicUrl, help } = parseArgs({ options: OPTIONS }).values
  if (help) {
    console.log(USAGE)
    process.exit()
  }
  if (url === undefined || store === undefined)
    throw new TypeError('name the server with --url, the store with --store')
  if (!/^\d{1,5}$/.test(port)) throw new TypeError(`--port is "${port}"; write a number such as 4000`)
  for (const [name, address] of Object.entries({ url, 'public-url': publicUrl })) {
    if (address !== undefined && !/^https?:/.test(URL.parse(address)?.protocol ?? ''))
      throw new TypeError(`--${name} is "${address}"; write an address such as http://127.0.0.1:3000`)
  }
  const server = createServer(createStorefront({ url, store, publicUrl, onError: report }))
  server.on('error', (error: NodeJS.ErrnoException) => {
    report(error.code === 'EADDRINUSE' ? `port ${port} is in use; choose another with --port` : error)
    process.exitCode = 1
  })
  server.listen(Number(port), host, () => {
    console.log(`The shop is at http://${host}:${(server.address() as AddressInfo).port}`)
    // Reports a wrong address or store at once. The shop starts anyway, because the server may start a little later.
    createVitrine({ url, store }).store().catch(report)
  })
} catch (error) {
  report(error)
  console.error(USAGE)
  process.exitCode = 2
}

function report(error: unknown): void {
  console.error(`storefront: ${error instanceof Error ? error.message : error}`)
}
