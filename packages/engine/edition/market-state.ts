import { type Market, storeOfMarket } from '@vitrine/catalog/market'
import { type SettingsLayers, storeOf } from '@vitrine/catalog/store'
import type { StoreState } from './rows.ts'

/** A market of a store, and what is stored for it. */
export interface MarketState {
  readonly market: Market
  readonly state: StoreState
}

/** The settings of a market that is stored as a store of its own, from those of its store. */
export function settingsOfMarket(settings: SettingsLayers, market: Market): SettingsLayers {
  return { operator: storeOfMarket(storeOf(settings), market), edition: {} }
}
