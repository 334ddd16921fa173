import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DESK } from './databases.ts'
import { noServers, type PostgresServer, startServer } from './server.ts'

let server: Promise<PostgresServer> | undefined

/** Answers the processes of a test run with the address of the server they share, which starts when one first asks. */
const desk = createServer(async (_request, response) => {
  server ??= startServer()
  await server.then(
    (ready) => response.end(ready.url()),
    (error) => response.writeHead(500).end(String(error)),
  )
})

export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL || noServers()) return
  await once(desk.listen(0, '127.0.0.1'), 'listening')
  process.env[DESK] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`
}

export async function globalTeardown(): Promise<void> {
  desk.close()
  desk.closeAllConnections()
  await (await server?.catch(() => undefined))?.[Symbol.asyncDispose]()
}
