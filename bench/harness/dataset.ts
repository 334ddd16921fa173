import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CatalogOptions } from '../catalog/generated-catalog.ts'
import { FORMATS, type FormatName, writeCatalog } from '../formats/formats.ts'
import { megabytes, secondsSince } from './report.ts'
import { importCatalog, WARM_UP_STORE } from './vitrine.ts'

/** The size of the store on which servers warm up. */
export const WARM_UP_PRODUCTS = 1000

/** The path of a generated catalog file. Generates it if the folder does not have it yet. */
export async function catalogFile(
  folder: string,
  options: CatalogOptions,
  format: FormatName = 'native',
): Promise<string> {
  return await buildOnce(join(folder, `${catalogName(options)}${FORMATS[format].extension}`), async (file) => {
    const started = performance.now()
    await writeCatalog(options, format, createWriteStream(file))
    const seconds = secondsSince(started).toFixed(1)
    console.error(`generated ${options.products} products (${format}): ${await fileMegabytes(file)} MB in ${seconds} s`)
  })
}

/**
 * The path of a SQLite database with the generated catalog and a small store for warm-up. Imports it if the folder does not
 * have it yet, or if `fresh`.
 */
export async function databaseFile(folder: string, options: CatalogOptions, fresh = false): Promise<string> {
  return await buildDatabaseOnce(join(folder, catalogName(options)), fresh, async (file) => {
    const catalog = await catalogFile(folder, options)
    const smallCatalog = await catalogFile(folder, { products: WARM_UP_PRODUCTS, seed: options.seed })
    const { seconds, peakMegabytes } = await importCatalog(catalog, file)
    await importCatalog(smallCatalog, file, { store: WARM_UP_STORE })
    const size = await fileMegabytes(file)
    console.error(
      `imported ${options.products} products in ${seconds.toFixed(1)} s: ${size} MB, peak ${peakMegabytes} MB`,
    )
  })
}

/** The path of a database in a folder of its own. The folder appears when the database is complete. */
export async function buildDatabaseOnce(
  folder: string,
  fresh: boolean,
  build: (file: string) => Promise<void>,
): Promise<string> {
  if (fresh) await rm(folder, { recursive: true, force: true })
  await buildOnce(folder, async (unfinished) => {
    await mkdir(unfinished)
    await build(join(unfinished, 'vitrine.db'))
  })
  return join(folder, 'vitrine.db')
}

export async function fileMegabytes(file: string): Promise<number> {
  return megabytes((await stat(file)).size)
}

/** Builds a file or folder under a temporary name and renames it, unless it exists. */
async function buildOnce(path: string, build: (unfinished: string) => Promise<void>): Promise<string> {
  if (existsSync(path)) return path
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(dirname(path), { recursive: true })
  await build(unfinished)
  await rename(unfinished, path)
  return path
}

function catalogName({ products, seed, shuffled }: CatalogOptions): string {
  return `catalog-${products}-${seed}${shuffled ? '-shuffled' : ''}`
}
