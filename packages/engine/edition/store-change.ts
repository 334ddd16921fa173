import { VitrineError } from '@vitrine/catalog/error'
import { type Store, settingsOfAnswers, storeOf } from '@vitrine/catalog/store'
import type { EditionHistory, LeftEdition } from './edition-history.ts'
import { NO_DIFFERENCE, type PublishedState, type StoredDifference, storedDifference } from './publication.ts'
import type { PublicationStamp } from './rows.ts'
import type { StoreChange } from './storage.ts'

/**
 * The change from one state of a store to another. It is no publication if no answer depends on what changed. The
 * settings are compared; `difference` has what else changed. Throws `invalid-setting` if a market would have the prices
 * of the store in another currency.
 */
export function storeChange(
  before: PublishedState,
  after: PublishedState,
  difference: StoredDifference = storedDifference(NO_DIFFERENCE),
): StoreChange {
  const [old, store] = [storeOf(before.settings), storeOf(after.settings)]
  requireSameCurrency(store)
  const areSettingsEqual = settingsOfAnswers(old) === settingsOfAnswers(store)
  const publication = {
    publishedAt: new Date().toISOString(),
    previous: before.number,
    edition: after.number,
    ...difference,
    ...(!areSettingsEqual && { also: ['settings', ...difference.also] as const, tags: null }),
  }
  return {
    store: after.settings.operator.id,
    replaced: before.number,
    current: after.number,
    settings: after.settings,
    newHosts: [...newItems(old.hosts, store.hosts), ...newItems(marketHosts(old), marketHosts(store))],
    publication: before.number === after.number && areSettingsEqual ? undefined : publication,
  }
}

/**
 * The change with the histories of both editions, if another edition becomes current. `replaced` and `current` are
 * their histories before, and `newest` is the publication before.
 */
export function withHistories(
  change: StoreChange,
  replaced: EditionHistory,
  current: EditionHistory,
  by: LeftEdition['by'],
  newest: PublicationStamp | null,
): StoreChange {
  if (change.replaced === change.current) return change
  const left = { for: change.current, by, publication: (newest?.number ?? 0) + 1 }
  const since = change.publication!.publishedAt
  return { ...change, histories: { replaced: { ...replaced, left }, current: { ...current, since, left: null } } }
}

function requireSameCurrency({ id, currency, markets = [] }: Store): void {
  const other = markets.find((market) => market.hasStorePrices && market.currency !== currency)
  if (!other) return
  const { code, currency: its } = other
  throw new VitrineError(
    'invalid-setting',
    `market ${code} has the prices of store ${id}, in ${its}; remove the market before the store has another currency`,
  )
}

function newItems(before: readonly string[] = [], after: readonly string[] = []): readonly string[] {
  return after.filter((item) => !before.includes(item))
}

/** A market that comes back with a rollback has its hosts already, so its store asks for them. */
function marketHosts({ markets = [] }: Store): readonly string[] {
  return markets.flatMap(({ hosts = [] }) => hosts)
}
