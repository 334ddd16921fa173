import { yieldByTime } from '@vitrine/runtime/event-loop'
import { JointChanges } from './joint-changes.ts'
import type { Publication } from './publication.ts'
import { publicationName } from './publication-name.ts'

/**
 * What changed since the publication of a name, in a log that is newest first. Undefined if the log does not have the
 * name.
 */
export async function differenceSince(
  log: AsyncIterable<Publication>,
  name: string,
): Promise<JointChanges | undefined> {
  const changes = new JointChanges()
  for await (const publication of log) {
    if (publicationName(publication) === name) return changes
    await yieldByTime()
    changes.precede(publication)
  }
  return undefined
}
