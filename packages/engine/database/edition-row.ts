import type { HeldEdition } from '../edition/held-edition.ts'
import type { RetainedEdition } from '../edition/prune.ts'

/** A row of the table `editions`, as the statements of `statements.ts` select it. */
export interface EditionRow extends Omit<RetainedEdition, 'settings' | 'held' | 'history'> {
  /** JSON, as `history`. */
  readonly settings: string
  /** As `heldText` writes it. */
  readonly held: string | null
  readonly history: string
}

export function retainedEditionOf({ settings, held, history, ...row }: EditionRow): RetainedEdition {
  const notes = { held: held === null ? null : heldOf(held), history: JSON.parse(history) }
  return { ...row, settings: JSON.parse(settings), ...notes }
}

/** JSON, with the lists of changed products in Base64. */
export function heldText(held: HeldEdition | 'discarded'): string {
  if (held === 'discarded') return JSON.stringify(held)
  const { changes } = held
  return JSON.stringify({ ...held, changes: changes && Buffer.from(changes).toString('base64') })
}

function heldOf(text: string): HeldEdition | 'discarded' {
  const held = JSON.parse(text)
  if (held === 'discarded') return held
  // No change is an empty text, which is not null.
  return { ...held, changes: held.changes === null ? null : new Uint8Array(Buffer.from(held.changes, 'base64')) }
}
