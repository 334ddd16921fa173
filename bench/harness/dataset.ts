import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CatalogOptions } from './catalog.ts'
import { FORMATS, type FormatName } from './formats/formats.ts'
import { importCatalog, WARM_UP } from './vitrine.ts'
import { writeCatalog } from './write-catalog.ts'

/** Products of the store to warm a server up on. */
export const WARM_UP_PRODUCTS = 1000

/** The catalog file of this size, seed and format: made once, in `folder`, and used again. */
export async function catalogFile(
  folder: string,
  options: CatalogOptions,
  format: FormatName = 'native',
): Promise<string> {
  return await madeOnce(join(folder, `${nameOf(options)}${FORMATS[format].ending}`), async (file) => {
    const started = performance.now()
    await writeCatalog(options, format, createWriteStream(file))
    console.error(
      `made a catalog of ${options.products}, ${format}: ${await megabytes(file)} MB in ${secondsSince(started)} s`,
    )
  })
}

/**
 * A database with that catalog, and with a small one to warm a server up on: made once and used again; made anew if
 * `fresh`.
 */
export async function database(folder: string, options: CatalogOptions, fresh = false): Promise<string> {
  const home = await madeOnce(
    join(folder, nameOf(options)),
    async (unfinished) => {
      const catalog = await catalogFile(folder, options)
      const small = await catalogFile(folder, { products: WARM_UP_PRODUCTS, seed: options.seed })
      const file = join(unfinished, 'vitrine.db')
      await mkdir(unfinished)
      const { seconds, peakMegabytes } = await importCatalog(catalog, file)
      await importCatalog(small, file, WARM_UP)
      const result = `${seconds.toFixed(1)} s, ${peakMegabytes} MB of memory at most, database of ${await megabytes(file)} MB`
      console.error(`imported ${options.products} products in ${result}`)
    },
    fresh,
  )
  return join(home, 'vitrine.db')
}

/** A file or folder that is there only when `make` has finished it. */
export async function madeOnce(
  path: string,
  make: (unfinished: string) => Promise<void>,
  fresh = false,
): Promise<string> {
  if (fresh) await rm(path, { recursive: true, force: true })
  if (await exists(path)) return path
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(dirname(path), { recursive: true })
  await make(unfinished)
  await rename(unfinished, path)
  return path
}

export async function megabytes(file: string): Promise<number> {
  return Math.round((await stat(file)).size / 1e6)
}

export function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1)
}

function nameOf({ products, seed, shuffled }: CatalogOptions): string {
  return `catalog-${products}-${seed}${shuffled ? '-shuffled' : ''}`
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
