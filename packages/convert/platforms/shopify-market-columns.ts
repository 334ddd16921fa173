import { type MarketField, marketInHeader } from '@vitrine/catalog/market'
import { slugify } from '@vitrine/catalog/slug'
import type { Market } from '@vitrine/catalog/store'
import type { ColumnMapping, Columns } from '../rows/columns.ts'
import type { Row } from '../rows/row.ts'

/** The columns, and those of the markets of the store that the headers name by their code or public name. */
export function withMarketColumns<Key extends string>(
  columns: Columns<Key>,
  headers: readonly string[],
  markets: readonly Market[],
): Columns<Key> {
  const found = headers.flatMap((header): [string, ColumnMapping][] => {
    const named = marketInHeader(header)
    const market = named && markets.find((market) => isCalled(market, named.market))
    if (!market) return []
    const becomes = `${BECOMES[named.field]} in the market ${market.code}`
    return [[keyOf(named.field, market.code), { headers: [header], becomes, fills: [] }]]
  })
  return { ...columns, ...Object.fromEntries(found) }
}

/** What a row says of each market that the columns name. */
export function marketCells(row: Row<string>): readonly MarketCells[] {
  const codes = new Set([...row.layout.keys].flatMap((key) => (key.startsWith(PREFIX) ? [key.split(' ')[2]!] : [])))
  return [...codes].map((code) => {
    const text = (field: MarketField) => row.text(keyOf(field, code))
    const hasPrice = row.layout.keys.has(keyOf('price', code))
    return {
      code,
      included: text('included'),
      price: hasPrice ? text('price') : undefined,
      listPrice: text('listPrice'),
    }
  })
}

/** The texts of a row about a market; '' if there is none. */
export interface MarketCells {
  readonly code: string
  readonly included: string
  /** undefined if the file has no column of it. */
  readonly price: string | undefined
  readonly listPrice: string
}

const BECOMES = { included: 'whether the product is', price: 'the price', listPrice: 'the list price' }

/** Begins the key of a column that is added. */
const PREFIX = 'market '

function keyOf(field: MarketField, code: string): string {
  return `${PREFIX}${field} ${code}`
}

function isCalled({ code, publicName = '' }: Market, name: string): boolean {
  return slugify(name) !== '' && [code, publicName].some((own) => slugify(own) === slugify(name))
}
