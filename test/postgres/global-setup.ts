import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noBinaries } from './binaries.ts'
import { SERVER_LOOKUP } from './databases.ts'
import { type PostgresServer, startServer } from './server.ts'

let server: Promise<PostgresServer> | undefined

/** Tells the test processes the address of the PostgreSQL server that they share. The first request starts the server. */
const lookup = createServer(async (_request, response) => {
  server ??= startServer()
  await server.then(
    (ready) => response.end(ready.url()),
    (error) => response.writeHead(500).end(String(error)),
  )
})

export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL || noBinaries()) return
  await once(lookup.listen(0, '127.0.0.1'), 'listening')
  process.env[SERVER_LOOKUP] = `http://127.0.0.1:${(lookup.address() as AddressInfo).port}`
}

export async function globalTeardown(): Promise<void> {
  lookup.close()
  lookup.closeAllConnections()
  await (await server?.catch(() => undefined))?.[Symbol.asyncDispose]()
}
