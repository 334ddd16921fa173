import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openCatalogs } from '@vitrine/engine/database/open'
import { HttpConnection } from '../../bench/harness/http-connection.ts'
import { WorkingDirectory } from '../../test/cli/vitrine.ts'
import { SeededRandom } from '../../test/crash/seeded-random.ts'
import { until } from '../../test/database/until.ts'
import { ExpectedAnswers, STORE, STORE_HEADERS, TARGETS } from '../../test/failure/catalog-versions.ts'
import { Load } from '../../test/failure/load.ts'
import { importVersion, VERSIONS } from '../../test/failure/publisher.ts'
import { type CampaignServer, startCampaignServer } from '../harness/campaign-server.ts'
import type { Part } from './part.ts'

/** What is done to the file, and what the log says of it. */
const KINDS = {
  'replaced by a backup': undefined,
  'replaced beside its log': /belong to another file/,
  'copied over': /belong to another file/,
  deleted: /there is no file/,
  'replaced by a part of a backup': /cannot be used/,
  'replaced by a text': /not a database/,
  'replaced by an older version': /schema has version 1/,
} as const
type Kind = keyof typeof KINDS

/** Connections of which each must have the expected answer: enough to reach every worker. */
const CONNECTIONS = 12

/** Restores older backups under two workers, in every wrong way too, and imports into the restored file. */
export const replaceFile: Part = async (findings, { isOver }, { seed, replacements }) => {
  using workplace = new WorkingDirectory()
  const database = workplace.path('vitrine.db')
  {
    await using catalogs = await openCatalogs(database, 'create')
    await catalogs.addStore(STORE)
  }
  await importVersion(workplace, database, 0)
  const server = await startCampaignServer(workplace, database, { options: ['--workers', '2'] })
  const expected = await ExpectedAnswers.upTo(VERSIONS)
  const random = new SeededRandom(seed)
  const kinds = Object.keys(KINDS) as Kind[]
  const figures = { answers: 0, slowest: 0, done: 0 }
  for (; figures.done < replacements && !isOver(); figures.done++) {
    const kind = kinds[figures.done % kinds.length]!
    const [old, current, next] = [0, 1, 2].map((step) => (figures.done * 3 + step) % VERSIONS) as [
      number,
      number,
      number,
    ]
    const drill: Drill = { workplace, database, server, random, kind, backup: workplace.path(`${figures.done}.db`) }
    await importVersion(workplace, database, old)
    await workplace.run(['backup', drill.backup, '--database', database])
    await importVersion(workplace, database, current)
    await untilVersion(server, current)
    // Until the server notices it, a file that is copied over gives a mixture.
    const load = kind === 'copied over' ? undefined : new Load(server.url, expected)
    const broken = await damage(drill, current)
    const restoredAt = performance.now()
    await restore(drill)
    await untilVersion(server, old)
    figures.slowest = Math.max(figures.slowest, performance.now() - restoredAt)
    if ((await ready(server)) !== 200) broken.push('/readyz is not 200 after the restore')
    await importVersion(workplace, database, next)
    await untilVersion(server, next)
    await load?.end()
    for (const fault of load?.faults ?? []) findings.broken('answers are those of the old or the new file', fault)
    for (const [status, times] of load?.statuses ?? [])
      if (status !== 200) findings.broken('no request fails while a file is replaced', `${kind}: ${times} of ${status}`)
    for (const fault of broken) findings.broken('a file that cannot be used is noticed and named', `${kind}: ${fault}`)
    figures.answers += load?.answered ?? 0
  }
  findings.figure('files replaced', figures.done)
  findings.figure('answers while files were replaced', figures.answers)
  findings.figure('slowest change to a restored file', `${Math.round(figures.slowest)} ms`)
}

interface Drill {
  readonly workplace: WorkingDirectory
  readonly database: string
  readonly server: CampaignServer
  readonly random: SeededRandom
  readonly kind: Kind
  readonly backup: string
}

/** Does the wrong thing, and waits until every worker has said so. Returns what is not as promised. */
async function damage({ database, server, random, kind, backup }: Drill, current: number): Promise<string[]> {
  const pattern = KINDS[kind]
  if (!pattern) return []
  const before = server.running.stdout.length
  const part = `${database}.part`
  if (kind === 'deleted') rmSync(database)
  else if (kind === 'copied over') copyFileSync(backup, database)
  else if (kind === 'replaced beside its log') {
    copyFileSync(backup, part)
    renameSync(part, database)
  } else {
    if (kind === 'replaced by an older version') copyAsVersion1(backup, part)
    else writeFileSync(part, wrongContents(kind, readFileSync(backup), random))
    dropLog(database)
    renameSync(part, database)
  }
  const workers = () => {
    const lines = server.running.stdout.slice(before).split('\n')
    return new Set(lines.filter((line) => pattern.test(line)).map((line) => /"worker":(\d+)/.exec(line)?.[1])).size
  }
  await until(() => workers() >= 2)
  const status = await ready(server)
  if (kind === 'copied over') return status === 503 ? [] : [`/readyz is ${status}`]
  const version = await versionOf(server)
  return status === 200 && version === current ? [] : [`/readyz is ${status}, version ${version} instead of ${current}`]
}

function wrongContents(kind: Kind, backup: Buffer, random: SeededRandom): Buffer {
  if (kind === 'replaced by a text')
    return Buffer.from('not a database, but long enough to look like one\n'.repeat(100))
  return backup.subarray(0, 1000 + Math.floor(random.next() * (backup.length - 2000)))
}

/** Tables of another version are refused, whatever is in them. */
function copyAsVersion1(backup: string, part: string): void {
  copyFileSync(backup, part)
  using db = new DatabaseSync(part)
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 1')
}

/** Follows docs/operating.md. */
async function restore({ database, backup }: Drill): Promise<void> {
  copyFileSync(backup, `${database}.new`)
  dropLog(database)
  renameSync(`${database}.new`, database)
}

function dropLog(database: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(database + ending, { force: true })
}

async function untilVersion(server: CampaignServer, version: number): Promise<void> {
  await until(async () => {
    for (let count = 0; count < CONNECTIONS; count++) if ((await versionOf(server)) !== version) return false
    return true
  })
}

/** The version that one of the workers serves; undefined without an answer. */
async function versionOf({ url }: CampaignServer): Promise<number | undefined> {
  using connection = new HttpConnection(url)
  const { body } = await connection.exchange(TARGETS[0]!, STORE_HEADERS)
  const version = /of version (\d+)/.exec(String(body))?.[1]
  return version === undefined ? undefined : Number(version)
}

async function ready({ url }: CampaignServer): Promise<number> {
  return (await fetch(`${url}/readyz`)).status
}
