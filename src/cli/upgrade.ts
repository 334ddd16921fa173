import { setImmediate as turn } from 'node:timers/promises'
import { VERSION } from '../database/kept.ts'
import { openOlder, publicName } from '../database/open.ts'
import type { OlderEdition, OlderFile } from '../database/sqlite/older.ts'
import type { Draft } from '../edition/draft.ts'
import { readNative } from '../import/native.ts'
import { InterruptibleDraft } from '../publish/interruptible-draft.ts'
import { publish } from '../publish/publish.ts'
import type { Report } from '../publish/report.ts'
import { restore } from '../publish/restore.ts'
import { Refusal } from './failure.ts'
import { counted, printable } from './print.ts'
import { type Progress, progressFor } from './progress.ts'
import { unlessAborted } from './signals.ts'

/** An upgrade that was done. */
export interface Upgrade {
  readonly from: number
  readonly to: number
  /** Where the file is kept as it was. */
  readonly keptAs: string
}

/** What was done, for people. */
export function upgraded(database: string, { from, to, keptAs }: Upgrade): string {
  return `${database} went from version ${from} to version ${to}; as it was, it is kept as ${keptAs}`
}

/**
 * Upgrades a SQLite file of an older version: what its stores have published is published anew into a file that takes
 * its place. Undefined, and nothing done, for any other database. What fails or is interrupted leaves the file as it was.
 */
export async function upgradeIfOlder(database: string, signal: AbortSignal): Promise<Upgrade | undefined> {
  await using older = await olderFile(database, signal)
  if (!older) return undefined
  const { editions, version, keptAs } = older
  const products = editions.reduce((sum, { productCount }) => sum + productCount, 0)
  const progress = progressFor(process.stderr, products)
  progress.say(`${publicName(database)} has the tables of version ${version}, which are upgraded now`)
  try {
    let done = 0
    for (const [index, edition] of editions.entries()) {
      const { store, productCount } = edition
      progress.step(
        `upgrading store ${store.id} (${index + 1} of ${editions.length}): ${counted(productCount, 'product')}`,
      )
      // A draft lets a signal through now and then; many small stores would never.
      await turn()
      signal.throwIfAborted()
      await upgradeStore(edition, older, signal, progress, done)
      done += productCount
    }
    signal.throwIfAborted()
    await older.replace()
    return { from: version, to: VERSION, keptAs }
  } catch (error) {
    throw signal.aborted ? signal.reason : failure(database, error as NodeJS.ErrnoException)
  } finally {
    progress.end()
  }
}

/** A full disk, or a folder that cannot be written to, says nothing of what became of the database. */
function failure(database: string, error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ERR_SQLITE_ERROR' && error.syscall === undefined) return error
  const room = 'the upgrade needs as much room again as the file takes'
  return new Refusal(`${publicName(database)} stays as it was, since its upgrade failed: ${error.message}; ${room}`)
}

async function olderFile(database: string, signal: AbortSignal): Promise<OlderFile | undefined> {
  const opening = openOlder(database, () => {
    console.error('an import into this database, or an upgrade, is under way: waiting until it has ended')
  })
  try {
    return await unlessAborted(opening, signal)
  } catch (error) {
    opening.then((older) => older?.[Symbol.asyncDispose]()).catch(() => {})
    throw failure(database, error as NodeJS.ErrnoException)
  }
}

async function upgradeStore(
  edition: OlderEdition,
  { successor }: OlderFile,
  signal: AbortSignal,
  progress: Progress,
  done: number,
): Promise<void> {
  const { store, publishedAt, productCount } = edition
  if (productCount === 0) return
  await using draft = new InterruptibleDraft(await successor.draft(store.id), signal)
  await keepPositions(edition, draft)
  const submissions = readNative(linesOf(edition), store, ({ path, message }) => {
    progress.say(printable(`warning: store ${store.id}: ${path} ${message}`))
  })
  const report = await publish(draft, submissions, {
    replace: false,
    skipInvalid: false,
    dryRun: false,
    now: publishedAt,
    onProgress: (products) => progress.read(done + products, done + products),
  })
  if (report.outcome === 'refused') throw await refusal(edition, report)
  requireAll(edition, report)
}

/** Equals are sorted by position, and what went and comes back has the one that it had. */
async function keepPositions(edition: OlderEdition, draft: Draft): Promise<void> {
  for (const kind of ['product', 'variant'] as const) {
    for (const ids of edition.ids(kind)) await draft.positions(kind, ids)
  }
}

/** The products of an edition as an export has them, in the order of their loading. */
async function* linesOf(edition: OlderEdition): AsyncGenerator<Uint8Array> {
  for (const positions of edition.inOrderOfLoading()) {
    const published = await restore(edition, positions).catch(async (error) => {
      throw await unreadable(edition, positions, error)
    })
    yield Buffer.from(published.map(({ product }) => `${JSON.stringify(product)}\n`).join(''))
  }
}

/** What is wrong with the first product that cannot be read. */
async function unreadable(edition: OlderEdition, positions: readonly number[], error: Error): Promise<Error> {
  if ((error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR') return error
  for (const position of positions) {
    try {
      await restore(edition, [position])
    } catch (error) {
      const wrong = `the documents of the product ${edition.idAt(position)} cannot be read: ${(error as Error).message}`
      return refused(edition, [wrong])
    }
  }
  return error
}

/** How many problems are worth a screen. */
const SHOWN = 20

/** What the checks of today find wrong with products that were published. */
async function refusal(edition: OlderEdition, { problems, problemCount }: Report): Promise<Refusal> {
  const lines: string[] = []
  for (const { line, path, wrong, right } of problems.slice(0, SHOWN)) {
    const [position] = edition.loaded(line - 1, 1)
    lines.push(`product ${edition.idAt(position!)}: ${path || 'the product'} ${wrong}; expected ${right}`)
  }
  if (problemCount > SHOWN) lines.push(`and ${counted(problemCount - SHOWN, 'more problem')}`)
  return refused(edition, lines)
}

/** What was published anew is all that there was. */
function requireAll(edition: OlderEdition, { edition: anew }: Report): void {
  const { productCount, variantCount } = edition
  if (anew.productCount === productCount && anew.variantCount === variantCount) return
  const found = `${counted(anew.productCount, 'product')} and ${counted(anew.variantCount, 'variant')} were found`
  const expected = `${counted(productCount, 'product')} and ${counted(variantCount, 'variant')} were published`
  throw refused(edition, [`${found}, but ${expected}`])
}

function refused({ store }: OlderEdition, lines: readonly string[]): Refusal {
  const heading = `store ${store.id} cannot be upgraded; the database stays as it was`
  const wayOut = 'mend the store with the program that wrote it, or remove it there, and upgrade again'
  return new Refusal([heading, ...lines, wayOut].map(printable).join('\n'))
}
