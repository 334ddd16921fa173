// Complete run only: it kills importers.
import { test } from 'node:test'
import { sqliteOnDisk } from '../database/databases.ts'
import { importWithInterruptions, STORE, type Trial } from './interrupted-imports.ts'
import { expectIntegrity } from './remnants.ts'

const KILLS: Trial = {
  products: 400,
  interruptions: { starting: 1, reading: 2, 'updating the search index': 2, sorting: 2, publishing: 3 },
}
const LAUNCHER_KILLS: Trial = {
  products: 400,
  interruptions: { starting: 1, reading: 1, 'updating the search index': 1, sorting: 1, publishing: 2 },
  isLaunched: true,
}

for (const [killed, trial] of [
  ['importer', KILLS],
  ['launcher of its importer', LAUNCHER_KILLS],
] as const) {
  test(`in sqlite, a store is in the old or the new edition after the ${killed} is killed`, {
    timeout: 900_000,
  }, async (context) => {
    await using opened = await sqliteOnDisk()
    await opened.catalogs.addStore(STORE)
    const { failed, published, unpublished } = await importWithInterruptions(
      opened,
      trial,
      (child) => void child.kill('SIGKILL'),
    )
    await expectIntegrity(opened.address)
    context.diagnostic(
      `${failed} were killed, ${published} of the interrupted imports published an edition, ` +
        `${unpublished} held editions were not published`,
    )
  })
}
