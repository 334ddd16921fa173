import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CatalogOptions } from '../catalog/generated-catalog.ts'
import { FORMATS, type FormatName, writeCatalog } from '../formats/formats.ts'
import { megabytes, secondsSince } from './report.ts'
import { importCatalog } from './vitrine.ts'

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

/** The path of a SQLite database with the generated catalog. Imports it if the folder does not have it yet, or if `fresh`. */
export async function databaseFile(folder: string, options: CatalogOptions, fresh = false): Promise<string> {
  const place = join(folder, catalogName(options))
  if (fresh) await rm(place, { recursive: true, force: true })
  await buildOnce(place, async (unfinished) => {
    await mkdir(unfinished)
    const file = join(unfinished, 'vitrine.db')
    const { seconds, peakMegabytes } = await importCatalog(await catalogFile(folder, options), file)
    const size = await fileMegabytes(file)
    console.error(
      `imported ${options.products} products in ${seconds.toFixed(1)} s: ${size} MB, peak ${peakMegabytes} MB`,
    )
  })
  return join(place, 'vitrine.db')
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
