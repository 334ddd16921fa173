import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogOptions } from './catalog.ts'
import { importCatalog } from './vitrine.ts'
import { writeCatalog } from './write-catalog.ts'

/** The catalog file of this size and seed: made once, in `folder`, and used again. */
export async function catalogFile(folder: string, options: CatalogOptions): Promise<string> {
  const file = join(folder, `${nameOf(options)}.ndjson`)
  if (await exists(file)) return file
  await mkdir(folder, { recursive: true })
  const started = performance.now()
  const unfinished = `${file}.unfinished`
  await writeCatalog(options, createWriteStream(unfinished))
  await rename(unfinished, file)
  const megabytes = Math.round((await stat(file)).size / 1e6)
  console.error(`made ${file}: ${megabytes} MB in ${secondsSince(started)} s`)
  return file
}

/** A database with that catalog: made once and used again; made anew if `fresh`. */
export async function database(folder: string, options: CatalogOptions, fresh: boolean): Promise<string> {
  const home = join(folder, nameOf(options))
  const file = join(home, 'vitrine.db')
  if (fresh) await rm(home, { recursive: true, force: true })
  if (await exists(file)) return file
  const catalog = await catalogFile(folder, options)
  const unfinished = `${home}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const { seconds, peakMegabytes } = await importCatalog(catalog, join(unfinished, 'vitrine.db'))
  await rename(unfinished, home)
  console.error(`imported ${catalog} in ${seconds.toFixed(1)} s, ${peakMegabytes} MB at most`)
  return file
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

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1)
}
