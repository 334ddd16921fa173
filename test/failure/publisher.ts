import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { lines, type WorkingDirectory } from '../cli/vitrine.ts'
import { catalogOf, STORE } from './catalog-versions.ts'

/** The number of catalog versions, which are published in turn. */
export const VERSIONS = 8

/** Publishes versions in turn until `end`. Failed imports do not stop it. */
export class Publisher {
  published = 0
  readonly #workplace: WorkingDirectory
  readonly #database: string
  #ended = false
  readonly #running: Promise<void>

  constructor(workplace: WorkingDirectory, database: string) {
    this.#workplace = workplace
    this.#database = database
    this.#running = this.#publish()
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#running
  }

  async #publish(): Promise<void> {
    for (let next = 1; !this.#ended; ) {
      const { code } = await importVersion(this.#workplace, this.#database, next)
      if (code === 0) this.published++
      // A failed import may have published its edition. The next version differs in either case.
      next = (next % (VERSIONS - 1)) + 1
      await pause(100)
    }
  }
}

export async function importVersion(workplace: WorkingDirectory, database: string, version: number) {
  const file = `${version}.ndjson`
  writeFileSync(workplace.path(file), lines(catalogOf(version)))
  return await workplace.run([
    'import',
    file,
    '--store',
    STORE.id,
    '--replace',
    ...['--max-removed', '100%', '--max-lost', '100%'],
    '--database',
    database,
  ])
}
