import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { openCatalogs } from '@vitrine/engine/database/open'
import { WorkingDirectory } from '../../test/cli/vitrine.ts'
import { SeededRandom } from '../../test/crash/seeded-random.ts'
import { rowsOf } from '../../test/database/rows.ts'
import { STORE, STORE_HEADERS, TARGETS } from '../../test/failure/catalog-versions.ts'
import { importVersion } from '../../test/failure/publisher.ts'
import { type CampaignServer, startCampaignServer } from '../harness/campaign-server.ts'
import type { Part } from './part.ts'

const HEADER_BYTES = 100
const NAMED = /malformed|not a database|corrupt|damaged|disk I\/O error|cannot be used/i

/** Overwrites bytes of a SQLite file: in its header, the types of pages, and anywhere. */
export const damageFile: Part = async (findings, { isOver }, { seed, damages }) => {
  using workplace = new WorkingDirectory()
  const original = workplace.path('original.db')
  {
    await using catalogs = await openCatalogs(original, 'create')
    await catalogs.addStore(STORE)
  }
  await importVersion(workplace, original, 0)
  const expected = await (async () => {
    const server = await startCampaignServer(workplace, original)
    return await answersOf(server)
  })()
  const random = new SeededRandom(seed)
  const counts = { refused: 0, failed: 0, harmless: 0, wrong: 0, found: 0 }
  for (let number = 0; number < damages && !isOver(); number++) {
    const copy = workplace.path(`damaged-${number}.db`)
    copyFileSync(original, copy)
    const place = (['header', 'pages', 'anywhere'] as const)[number % 3]!
    damage(copy, place, random)
    const context = `damage ${number}, ${place}`
    let server: CampaignServer
    try {
      // Damage may keep it from being ready.
      server = await startCampaignServer(workplace, copy, { path: '/livez' })
    } catch (error) {
      counts.refused++
      if (!NAMED.test(String(error))) findings.broken('a server names the damage', `${context}: ${error}`)
      continue
    }
    const answers = await answersOf(server)
    const log = server.running.stdout + server.running.stderr
    server.running.child.kill('SIGKILL')
    const wrong = answers.filter(({ status, body }, index) => status === 200 && body !== expected[index]!.body)
    // A busy machine may make a server refuse requests just after its start.
    const failed = answers.filter(({ status, body }) => status >= 500 && !body.includes('"overloaded"'))
    const other = answers.find(({ status }) => status !== 200 && status < 500)
    if (failed.length > 0 && !NAMED.test(log))
      findings.broken('the log names the damage', `${context}: ${log.slice(-500)}`)
    if (other) findings.broken('damage is no error of the client', `${context}: ${other.status} ${other.body}`)
    if (wrong.length > 0 && place !== 'anywhere')
      findings.broken('a damaged page gives no wrong answer', `${context}: ${wrong[0]!.body.slice(0, 300)}`)
    if (wrong.length > 0 && (await isDamaged(copy))) counts.found++
    if (wrong.length > 0) counts.wrong++
    else if (failed.length > 0) counts.failed++
    else counts.harmless++
  }
  findings.figure('damaged files', damages)
  findings.figure('refused at the start', counts.refused)
  findings.figure('answered with a 5xx', counts.failed)
  findings.figure('harmless', counts.harmless)
  findings.figure('wrong answers after damage that SQLite does not notice', counts.wrong)
  findings.figure('of these, found by PRAGMA integrity_check', counts.found)
}

/** Overwrites ten bytes of the header of the file, the types of ten pages, or twenty bytes anywhere. SQLite checks types. */
function damage(path: string, place: 'header' | 'pages' | 'anywhere', random: SeededRandom): void {
  const bytes = readFileSync(path)
  const pageSize = bytes.readUInt16BE(16)
  const pages = bytes.length / pageSize
  const below = (limit: number) => Math.floor(random.next() * limit)
  const file = openSync(path, 'r+')
  for (let count = place === 'anywhere' ? 20 : 10; count > 0; count--) {
    // Page 1 begins with the header of the file.
    const page = 1 + below(pages - 1)
    const at = {
      header: below(HEADER_BYTES),
      pages: page * pageSize,
      anywhere: below(bytes.length),
    }
    writeSync(file, Buffer.of(below(256)), 0, 1, at[place])
  }
  closeSync(file)
}

async function isDamaged(path: string): Promise<boolean> {
  return await rowsOf(path, 'PRAGMA integrity_check').then(
    ([first]) => first !== 'ok',
    () => true,
  )
}

async function answersOf({ url }: CampaignServer): Promise<{ status: number; body: string }[]> {
  const answers = []
  for (const target of TARGETS) {
    const response = await fetch(`${url}${target}`, { headers: STORE_HEADERS })
    answers.push({ status: response.status, body: await response.text() })
  }
  return answers
}
