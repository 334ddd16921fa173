import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createStorefront } from './server.ts'

const USAGE = `
Serves a shop on a Vitrine server.

  npm run storefront -- --url http://127.0.0.1:3000 --store my-shop

  --url <address>         the Vitrine server
  --store <id>            the store
  --port <number>         the port of the shop (default: 4000)
  --host <address>        the address to listen on (default: 127.0.0.1)
  --public-url <address>  the address of the shop in links for search engines
`

const OPTIONS = {
  url: { type: 'string' },
  store: { type: 'string' },
  port: { type: 'string', default: '4000' },
  host: { type: 'string', default: '127.0.0.1' },
  'public-url': { type: 'string' },
} as const

try {
  const { url, store, port, host, 'public-url': publicUrl } = parseArgs({ options: OPTIONS }).values
  if (url === undefined || store === undefined)
    throw new TypeError('name the server with --url and the store with --store')
  if (!/^\d{1,5}$/.test(port)) throw new TypeError(`--port is "${port}"; write a number such as 4000`)
  for (const [name, address] of Object.entries({ url, 'public-url': publicUrl })) {
    if (address !== undefined && !/^https?:/.test(URL.parse(address)?.protocol ?? ''))
      throw new TypeError(`--${name} is "${address}"; write an address such as http://127.0.0.1:3000`)
  }
  const storefront = createStorefront({ url, store, publicUrl, onError: console.error })
  const server = createServer(storefront)
  server.on('error', ({ message }) => fail(`cannot listen on ${host}:${port}: ${message}`))
  server.listen(Number(port), host, () => console.log(`The shop is at http://${host}:${port}`))
} catch (error) {
  fail((error as Error).message)
}

function fail(message: string): void {
  console.error(`storefront: ${message}\n${USAGE}`)
  process.exitCode = 2
}
