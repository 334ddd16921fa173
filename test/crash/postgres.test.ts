// Complete run only: it kills importers and servers.
import { test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { DATABASES } from '../database/databases.ts'
import { noServers, startServer } from '../postgres/server.ts'
import { importWithInterruptions, STORE, type Trial } from './interrupted-imports.ts'
import { expectIntegrity } from './remnants.ts'

const KILLS: Trial = {
  products: 400,
  interruptions: { starting: 1, reading: 1, 'updating the search index': 1, sorting: 1, publishing: 2 },
}
const SERVER_CRASHES: Trial = {
  products: 400,
  interruptions: { starting: 0, reading: 1, 'updating the search index': 1, sorting: 1, publishing: 1 },
}

const { open, skip } = DATABASES.find(({ database }) => database === 'postgres')!

test('in postgres, a store is in the old or the new edition after its importer is killed', {
  skip,
  timeout: 900_000,
}, async (context) => {
  await using opened = await open()
  await opened.catalogs.addStore(STORE)
  const { failed, published, unpublished } = await importWithInterruptions(
    opened,
    KILLS,
    (child) => void child.kill('SIGKILL'),
  )
  context.diagnostic(
    `${failed} were killed, ${published} of the interrupted imports published an edition, ` +
      `${unpublished} held editions were not published`,
  )
})

test('in postgres, a store is in the old or the new edition after the server crashes', {
  skip: noServers(),
  timeout: 900_000,
}, async (context) => {
  await using server = await startServer()
  const address = server.url()
  {
    await using catalogs = await openCatalogs(address, 'create')
    await catalogs.addStore(STORE)
  }
  const { failed, published, unpublished } = await importWithInterruptions(
    { address, reader: address },
    SERVER_CRASHES,
    async () => {
      await server.stop('immediate')
      await server.start()
    },
  )
  await expectIntegrity(address)
  context.diagnostic(
    `${failed} imports failed, ${published} of the interrupted imports published an edition, ` +
      `${unpublished} held editions were not published`,
  )
})
