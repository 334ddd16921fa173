import { execFileSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandResult, lines, WorkingDirectory } from '../../test/cli/vitrine.ts'
import { seededProducts } from '../../test/crash/seeded-catalog.ts'
import { SeededRandom } from '../../test/crash/seeded-random.ts'
import { STORE, STORE_HEADERS, TARGETS } from '../../test/failure/catalog-versions.ts'
import { importVersion } from '../../test/failure/publisher.ts'
import { smallDisk } from '../../test/small-disk.ts'
import { startCampaignServer } from '../harness/campaign-server.ts'
import type { Findings } from '../harness/findings.ts'
import type { Part } from './part.ts'

const LARGE = 2000
const SMALL = 100
const DISK = '6m'

/**
 * Fills small disks, on file systems in memory, under a running server: with imports, one after the other; with temporary files;
 * with a backup. Needs root and Linux.
 */
export const fillDisk: Part = async (findings, _limits, { seed }) => {
  using workplace = new WorkingDirectory()
  using disk = smallDisk(workplace.path('disk'), DISK)
  using temporary = smallDisk(workplace.path('temporary'), '1m')
  if (!disk || !temporary) return findings.figure('full disk', 'skipped: only root can mount a small disk')
  const database = join(disk.path, 'vitrine.db')
  const importFile = (name: string, products: number, environment = {}) => {
    writeFileSync(workplace.path(name), lines(seededProducts(new SeededRandom(seed), products, 1)))
    const options = ['--store', STORE.id, '--replace', '--max-removed', '100%', '--database', database]
    return workplace.run(['import', name, ...options], environment)
  }
  await workplace.run(['store', 'add', STORE.id, '--name', 'Steady', '--database', database])
  await importVersion(workplace, database, 0)
  const { url, running } = await startCampaignServer(workplace, database)
  const read = async () => {
    const answers = TARGETS.map((target) => fetch(`${url}${target}`, { headers: STORE_HEADERS }))
    return (await Promise.all(answers.map(async (answer) => await (await answer).text()))).join('\n')
  }
  const before = await read()
  const isUnchanged = async (context: string) => {
    if ((await read()) !== before) findings.broken('the store is unchanged after a full disk', context)
  }

  for (const attempt of ['first', 'second']) {
    const failed = await importFile('large.ndjson', LARGE)
    checkFailure(findings, `${attempt} import`, failed, /database \S*vitrine\.db is full: .* MB are free.* needs about/)
    await isUnchanged(attempt)
    const log = statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (log > 0) findings.broken('a failed import gives the room of the log back', `${log} bytes`)
  }
  const spilled = await importFile('large.ndjson', LARGE, { SQLITE_TMPDIR: fill(temporary.path) })
  checkFailure(
    findings,
    'import with full temporary files',
    spilled,
    /temporary files \(\S*temporary\) is full: 0\.\d MB/,
  )
  await isUnchanged('temporary files')

  const copies = smallDisk(workplace.path('copies'), '200k')!
  const backup = await workplace.run(['backup', join(copies.path, 'copy.db'), '--database', database])
  checkFailure(findings, 'backup', backup, /the disk is full; the copy needs about [\d.]+ MB, and 0\.\d MB are free/)
  const left = readdirSync(copies.path)
  if (left.length > 0) findings.broken('a failed backup leaves nothing behind', left.join())
  copies[Symbol.dispose]()

  const next = await importFile('small.ndjson', SMALL)
  if (next.code !== 0) findings.broken('an import that fits succeeds after those that failed', next.stderr)
  const verified = await workplace.run(['verify', '--database', database])
  if (verified.code !== 0) findings.broken('verify finds no damage afterwards', verified.stdout + verified.stderr)
  execFileSync('mount', ['-o', 'remount,size=500m', disk.path], { stdio: 'ignore' })
  const retry = await importFile('large.ndjson', LARGE)
  if (retry.code !== 0) findings.broken('the next import works when there is room', retry.stderr)
  running.child.kill('SIGTERM')
  await running.waitForExit()
}

function checkFailure(findings: Findings, name: string, { code, stderr }: CommandResult, message: RegExp): void {
  const named = stderr.trim().split('\n').at(-1)!
  findings.figure(`message of the ${name}`, named.replaceAll(/\/\S*(?=\/)/g, '…'))
  if (code !== 1) findings.broken('a command fails on a full disk', `${name}: exit code ${code}`)
  if (!message.test(named)) findings.broken('the error names the full disk and the room', `${name}: ${named}`)
}

/** Fills the disk of a folder, and returns the folder. */
function fill(folder: string): string {
  try {
    writeFileSync(join(folder, 'filling'), Buffer.alloc(2_000_000))
  } catch {}
  return folder
}
