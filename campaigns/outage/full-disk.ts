import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { lines, WorkingDirectory } from '../../test/cli/vitrine.ts'
import { seededProducts } from '../../test/crash/seeded-catalog.ts'
import { SeededRandom } from '../../test/crash/seeded-random.ts'
import { STORE, STORE_HEADERS, TARGETS } from '../../test/failure/catalog-versions.ts'
import { importVersion } from '../../test/failure/publisher.ts'
import { startCampaignServer } from '../harness/campaign-server.ts'
import type { Part } from './part.ts'

const PRODUCTS = 2000
const DISK = '6m'

/** Fills a small disk during an import, on a file system in memory. Needs root and Linux. */
export const fillDisk: Part = async (findings, _limits, { seed }) => {
  using workplace = new WorkingDirectory()
  const disk = workplace.path('disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return findings.figure('full disk', 'skipped: only root can mount a small disk')
  }
  try {
    const database = `${disk}/vitrine.db`
    await workplace.run(['store', 'add', STORE.id, '--name', 'Steady', '--database', database])
    await importVersion(workplace, database, 0)
    const { url, running } = await startCampaignServer(workplace, database)
    const read = async () => {
      const answers = TARGETS.map((target) => fetch(`${url}${target}`, { headers: STORE_HEADERS }))
      return (await Promise.all(answers.map(async (answer) => await (await answer).text()))).join('\n')
    }
    const before = await read()
    const file = workplace.path('large.ndjson')
    writeFileSync(file, lines(seededProducts(new SeededRandom(seed), PRODUCTS, 1)))
    const command = ['import', file, '--store', STORE.id, '--replace', '--max-removed', '100%', '--database', database]
    const { code, stderr } = await workplace.run(command)
    const named = stderr.trim().split('\n').at(-1)!
    findings.figure('message of a full disk', named.replaceAll(workplace.path(''), ''))
    if (code !== 1) findings.broken('an import fails on a full disk', `exit code ${code}`)
    if (!/ is full/.test(named) || !named.includes('vitrine.db'))
      findings.broken('the error names the full disk and the database', named)
    if ((await read()) !== before) findings.broken('the store is unchanged after a full disk', 'answers differ')
    running.child.kill('SIGTERM')
    await running.waitForExit()
    const again = await startCampaignServer(workplace, database)
    again.running.child.kill('SIGTERM')
    await again.running.waitForExit()
    execFileSync('mount', ['-o', 'remount,size=500m', disk], { stdio: 'ignore' })
    const retry = await workplace.run(command)
    if (retry.code !== 0) findings.broken('the next import works when there is room', retry.stderr)
  } finally {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}
