import { VitrineError } from '@vitrine/catalog/error'
import type { Snapshot } from './storage.ts'

/**
 * The database that was asked lacks the edition: the edition was pruned, or the database is a replica that is behind.
 */
export class EditionGone extends VitrineError {
  constructor({ edition }: Snapshot) {
    super('database-unusable', `the database does not have edition ${edition} that was current before`)
  }
}
