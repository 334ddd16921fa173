/**
 * Publishes a patch for each message, in a process of its own. Answers with the processor time that it took.
 *
 *     node bench/harness/publisher.ts DATABASE STORE
 */
import { openCatalog } from '../../packages/vitrine/library/vitrine.ts'

/** A message to the publisher. */
export type SkuPatch = { sku: string; price: string; stock: number }

/** An answer of the publisher, in milliseconds. */
export type PublicationCost = { processor: number; clock: number }

const [database, store] = process.argv.slice(2) as [string, string]
const catalog = await openCatalog({ database, store })
process.on('message', async (patch: SkuPatch) => {
  catalog.patch(patch)
  const before = process.cpuUsage()
  const started = performance.now()
  await catalog.publish()
  const { user, system } = process.cpuUsage(before)
  process.send!({ processor: (user + system) / 1000, clock: performance.now() - started } satisfies PublicationCost)
})
process.on('disconnect', () => process.exit())
process.send!('ready')
