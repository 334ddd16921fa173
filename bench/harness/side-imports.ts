import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { query } from '../../test/postgres/sql.ts'
import { catalogFile, fileMegabytes } from './dataset.ts'
import { publishStores } from './many-stores.ts'
import { writePriceChanges } from './price-changes.ts'
import { formatInteger, median, secondsSince, table } from './report.ts'
import { type Databases, databaseOf, type Side, storesOf } from './sides.ts'
import { type ImportResult, importCatalog, importPatches, type PatchResult, setStore } from './vitrine.ts'

/** The imports of one database. */
type ImportRow = { side: string; products: number; imports: (ImportResult & { megabytes: number })[] }
/** Small changes of one database. */
type ChangeRow = { side: string; changes: PatchResult[] }
export type ImportFigures = { imports: ImportRow[]; changes: ChangeRow[] }

type Options = { imports: number; changes: number; rows: number; seed: number }

/** Imports the catalogs, with the sides in alternating order, and then small changes. Sides may share a database. */
export async function measureImports(
  sides: readonly Side[],
  { imports, changes, rows, seed }: Options,
  databases: Databases,
): Promise<ImportFigures> {
  const different = [...new Map(sides.map((side) => [databaseOf(side, databases), side])).values()]
  const importRows = different.map(({ name, products }): ImportRow => ({ side: name, products, imports: [] }))
  for (let round = 0; round < imports; round++) {
    for (const [index, side] of round % 2 === 0 ? [...different.entries()] : [...different.entries()].reverse()) {
      console.error(`import ${round + 1} ${side.name}`)
      if (round > 0) await removeDatabase(side, databases)
      importRows[index]!.imports.push(await importSide(side, databases))
    }
  }
  const changeRows: ChangeRow[] = []
  for (const side of imports > 0 && changes > 0 ? different : []) {
    const results: PatchResult[] = []
    for (let count = 0; count < changes; count++) {
      const file = join(databases.folder, 'changes.csv')
      await writePriceChanges(file, { products: side.products, seed, rows }, `file ${count}`)
      results.push(await importPatches(file, databaseOf(side, databases), side.checkout))
    }
    changeRows.push({ side: side.name, changes: results })
  }
  return { imports: importRows, changes: changeRows }
}

export function importTables({ imports, changes }: ImportFigures): string {
  const shown = imports.filter((row) => row.imports.length > 0)
  const importTable = table(
    ['import', 'seconds', 'products/s', 'CPU s', 'to the first side', 'peak MB', 'database MB'],
    shown.map(({ side, products, imports }) => {
      const figure = (of: (each: (typeof imports)[number]) => number) => median(imports.map(of))
      const ratios = imports.map(({ cpuSeconds }, round) => cpuSeconds / shown[0]!.imports[round]!.cpuSeconds)
      return [
        ...[side, figure(({ seconds }) => seconds).toFixed(1)],
        formatInteger(products / figure(({ seconds }) => seconds)),
        ...[figure(({ cpuSeconds }) => cpuSeconds).toFixed(1), median(ratios).toFixed(2)],
        formatInteger(figure(({ peakMegabytes }) => peakMegabytes)),
        formatInteger(figure(({ megabytes }) => megabytes)),
      ]
    }),
  )
  const changeTable = table(
    ['small changes', 'products changed', 'seconds', 'with process start', 'CPU s', 'peak MB'],
    changes.map(({ side, changes }) => {
      const figure = (of: (each: PatchResult) => number) => median(changes.map(of))
      return [
        ...[side, formatInteger(figure(({ changed }) => changed)), figure(({ seconds }) => seconds).toFixed(2)],
        ...[figure(({ processSeconds }) => processSeconds), figure(({ cpuSeconds }) => cpuSeconds)].map((each) =>
          each.toFixed(2),
        ),
        formatInteger(figure(({ peakMegabytes }) => peakMegabytes)),
      ]
    }),
  )
  return [...(shown.length > 0 ? [importTable] : []), ...(changes.length > 0 ? [changeTable] : [])].join('\n\n')
}

/** Imports the catalog of a side into its database, which must be new. */
async function importSide(side: Side, databases: Databases): Promise<ImportResult & { megabytes: number }> {
  const { checkout, products, stores, format } = side
  const { kept, seed, postgres, language } = databases
  const database = databaseOf(side, databases)
  if (stores > 1) {
    const [started, before] = [performance.now(), process.cpuUsage()]
    await publishStores(database, storesOf(side), seed)
    const [seconds, { user, system }] = [secondsSince(started), process.cpuUsage(before)]
    const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
    return { seconds, cpuSeconds: (user + system) / 1e6, peakMegabytes, megabytes: await fileMegabytes(database) }
  }
  const isPostgres = side.database === 'postgres'
  if (isPostgres) await query(postgres!.url(), `CREATE DATABASE ${databaseName(database)}`)
  const result = await importCatalog(await catalogFile(kept, { products, seed }, format), database, { checkout })
  // Without a currency, assistants get no products.
  await setStore(database, ['--currency', 'EUR', ...(language === '' ? [] : ['--language', language])], checkout)
  if (!isPostgres) return { ...result, megabytes: await fileMegabytes(database) }
  await query(database, 'VACUUM ANALYZE')
  const [row] = await query<{ bytes: string }>(database, 'SELECT pg_database_size(current_database()) AS bytes')
  return { ...result, megabytes: Math.round(Number(row!.bytes) / 1e6) }
}

async function removeDatabase(side: Side, databases: Databases): Promise<void> {
  const database = databaseOf(side, databases)
  if (side.database === 'sqlite') await rm(database)
  else await query(databases.postgres!.url(), `DROP DATABASE ${databaseName(database)}`)
}

function databaseName(address: string): string {
  return `"${new URL(address).pathname.slice(1)}"`
}
