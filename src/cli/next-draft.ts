import type { StoreId } from '../catalog/store.ts'
import type { Catalogs, Draft } from '../edition/draft.ts'
import { InterruptibleDraft } from '../publish/interruptible-draft.ts'
import { unlessAborted } from './signals.ts'

/** The store's next edition, once no other import is under way. `onWait` is called if one is. `apart` as `Catalogs.draft`. */
export async function interruptibleDraft(
  catalogs: Catalogs,
  store: StoreId,
  onWait: () => void,
  signal: AbortSignal,
  apart = false,
): Promise<Draft> {
  const opening = catalogs.draft(store, onWait, apart)
  try {
    return new InterruptibleDraft(await unlessAborted(opening, signal), signal)
  } catch (error) {
    opening.then((draft) => draft[Symbol.asyncDispose]()).catch(() => {})
    throw error
  }
}
