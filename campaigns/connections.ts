import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../bench/catalog/random.ts'
import { integer, readOptions } from '../bench/harness/options.ts'
import { WorkingDirectory } from '../test/cli/vitrine.ts'
import { seededProducts } from '../test/crash/seeded-catalog.ts'
import { SeededRandom } from '../test/crash/seeded-random.ts'
import { drawScript, runScript, type Script } from './connections/script.ts'
import { settled, stateOf } from './connections/server-state.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { hasEnded, isReady, startCampaignServer } from './harness/campaign-server.ts'

const DESCRIPTION = `Opens connections that pipeline requests of every kind in every order, and then end, break, send garbage, stay silent, send
slowly or read nothing. Promises: no connection stays open after its client, answers come in order, and then the server
has as many descriptors and about as much memory as before, is ready, answers everything and stops in order. Linux only.`

const STORE = 'connected'
const PRODUCTS = 2000
/** Memory that the caches and the heap may take meanwhile, in MB. */
const MAX_GROWTH = 200

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  connections: integer('connections to open', 3000),
  parallel: integer('connections that are open at once', 400),
  from: integer('the number of the first connection: a report names it, and --from repeats it', 0),
})

await runCampaign(options, async (findings, { isOver }) => {
  using workplace = await new WorkingDirectory().withStore(
    STORE,
    seededProducts(new SeededRandom(options.seed), PRODUCTS, 1),
  )
  const { url, port, running } = await startCampaignServer(workplace, workplace.path('data/vitrine.db'))
  const { pid } = running.child
  const plain = () => runScript(port, drawScript(new Random(`${options.seed}/warm`), STORE, 'closes'))
  for (let count = 0; count < 20; count++) await plain()
  // Connections that were answered may take a moment to close.
  await pause(3000)
  const before = stateOf(pid!)
  const kinds = new Map<string, number>()
  let [opened, answers, next] = [0, 0, options.from]

  const client = async () => {
    while (opened < options.connections && !isOver() && !hasEnded(running)) {
      const number = next++
      opened++
      const script = drawScript(new Random(`${options.seed}/connection/${number}`), STORE)
      kinds.set(script.ending, (kinds.get(script.ending) ?? 0) + 1)
      const fault = await runScript(port, script)
      answers += fault.answers
      if (fault.promise) findings.broken(fault.promise, `--from ${number}: ${fault.details}\n  ${describe(script)}`)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: options.parallel }, client))
  const seconds = (performance.now() - started) / 1000

  const after = await settled(pid!, before.descriptors)
  findings.figure('connections', opened)
  findings.figure('endings', [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', '))
  findings.figure('answers', answers)
  findings.figure('connections a second', Math.round(opened / seconds))
  findings.figure('descriptors before and after', `${before.descriptors}, ${after.descriptors}`)
  findings.figure('private memory before and after', `${before.megabytes}, ${after.megabytes} MB`)
  findings.figure('seconds until the descriptors were as before', after.seconds)
  if (after.descriptors > before.descriptors)
    findings.broken('no connection stays open after its client', `${after.descriptors} descriptors`)
  if (after.megabytes - before.megabytes > MAX_GROWTH)
    findings.broken('memory is about as before', `${before.megabytes} MB, then ${after.megabytes} MB`)
  if (hasEnded(running) || !(await isReady(url))) findings.broken('the server is ready', running.stdout.slice(-500))
  const last = hasEnded(running) ? undefined : await plain()
  if (last?.promise) findings.broken('the server answers everything', `${last.promise}: ${last.details}`)
  if (/"level":(50|60)|uncaught/.test(running.stdout + running.stderr))
    findings.broken('the server logs no error', (running.stdout + running.stderr).slice(0, 800))
  running.child.kill('SIGTERM')
  const { code } = await running.waitForExit()
  if (code !== 0) findings.broken('the server stops in order', `exit code ${code}`)
})

function describe({ requests, ending, isSlow }: Script): string {
  return `${requests.map(({ kind }) => kind).join(', ')}; then ${ending}${isSlow ? ', slowly' : ''}`
}
