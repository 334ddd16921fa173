// Complete run only: it runs every campaign with few requests.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { noServers } from '../postgres/server.ts'
import { temporaryFolder } from '../temporary.ts'

const CAMPAIGNS = resolve(import.meta.dirname, '../../campaigns')

/** A small run of each campaign. None of them judges times. */
const RUNS: readonly (readonly [name: string, ...options: string[]])[] = [
  ['fuzz', '--requests', '200'],
  ['connections', '--connections', '100', '--parallel', '25'],
  ['kills', '--kills', '1', '--products', '100', '--databases', 'sqlite'],
  ['tenancy', '--requests', '300', '--targets', '30'],
  ['copies', '--histories', '2', '--databases', 'sqlite'],
  ['schemas', '--calls', '100', '--products', '200'],
  ['overload', '--seconds', '1', '--products', '100', '--ratio', '0'],
  ['soak', '--minutes', '0.1', '--rate', '20', '--every', '1'],
  ['outage', '--only', 'database', '--seconds', '1'],
  ['outage', '--only', 'locks', '--seconds', '4'],
  ['outage', '--only', 'slots', '--seconds', '4'],
  ['outage', '--only', 'partition', '--seconds', '4'],
  ['outage', '--only', 'restart', '--restarts', '1'],
  ['outage', '--only', 'disk'],
  ['outage', '--only', 'damage', '--damages', '3'],
  ['outage', '--only', 'replaced', '--replacements', '2'],
  ['outage', '--only', 'hang', '--hangs', '1'],
  ['tags', '--pairs', '100'],
  ['costs', '--requests', '40', '--products', '200', '--hold', '0', '--processor', '0'],
]

for (const [name, ...options] of RUNS) {
  test(`a small run of the campaign ${[name, ...options].join(' ')} breaks no promise`, {
    skip: noServers(),
    timeout: 600_000,
  }, async () => {
    using folder = temporaryFolder()
    const json = join(folder.path, 'figures.json')
    const { code, output } = await run(join(CAMPAIGNS, `${name}.ts`), [...options, '--seed', '7', '--json', json])
    assert.equal(code, 0, output)
    const { campaign, figures, brokenPromises } = JSON.parse(readFileSync(json, 'utf8'))
    assert.deepEqual([campaign, brokenPromises], [name, {}])
    assert.notEqual(Object.keys(figures).length, 0)
  })
}

test('a campaign that breaks a promise exits with 1 and says which', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'water.mjs')
  const campaign = pathToFileURL(join(CAMPAIGNS, 'harness/campaign.ts'))
  writeFileSync(
    file,
    `import { runCampaign } from '${campaign}'
     await runCampaign({ seed: 1, minutes: 1 }, async (findings) => findings.broken('water is wet', 'one cup'))`,
  )
  const { code, output } = await run(file, [])
  assert.equal(code, 1)
  assert.match(output, /Broken 1 times: water is wet\n- one cup/)
})

async function run(file: string, options: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [file, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { promise, resolve: end } = Promise.withResolvers<number | null>()
  child.on('close', end)
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  return { code: await promise, output }
}
