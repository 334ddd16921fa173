// Complete run only: it measures.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { FIXED_SET } from '../../bench/harness/fixed-set.ts'
import { readResult } from '../../bench/harness/result-file.ts'
import { temporaryFolder } from '../temporary.ts'

const BENCH = resolve(import.meta.dirname, '../../bench')
const FEW = ['--products', '100', '--rounds', '1', '--turns', '2', '--requests', '3', '--imports', '1']

test('npm run bench writes a file with all of the set, and bench:check measures the same again', async () => {
  using folder = temporaryFolder()
  const results = join(folder.path, 'results')
  const measured = await run('measure.ts', [...FEW, '--dir', folder.path, '--results', results])
  assert.equal(measured.code, 0, measured.output)
  const [file] = readdirSync(results)
  const { requests, imports, sizes, settings } = readResult(join(results, file!))
  assert.deepEqual(settings, { products: 100, seed: 1, rounds: 1, turns: 2, requests: 3, imports: 1 })
  const costs = [...requests, ...imports]
  assert.deepEqual(
    costs.map(({ name }) => name),
    FIXED_SET,
  )
  for (const { name, micros, least, share } of costs) {
    assert.ok(micros > 0 && least > 0 && share.low > 0, name)
    assert.ok(share.low <= share.median && share.median <= share.high, name)
  }
  assert.deepEqual(sizes.map(({ name }) => name).sort(), [
    'database',
    'import, most memory',
    'server after all requests',
    'server after its start',
  ])
  for (const { name, megabytes } of sizes) assert.ok(megabytes.low > 0, name)

  const written = join(folder.path, 'measured')
  const check = await run('check.ts', [
    '--results',
    results,
    '--write',
    written,
    '--dir',
    folder.path,
    '--repetitions',
    '0',
  ])
  // What so few requests cost says nothing.
  assert.ok([0, 1, 3].includes(check.code!), check.output)
  assert.match(check.output, /\| search over MCP \|/)
  const again = readResult(join(written, readdirSync(written)[0]!))
  assert.deepEqual(
    again.requests.map(({ name }) => name),
    requests.map(({ name }) => name),
  )
  assert.deepEqual(
    readdirSync(folder.path).filter((name) => name.startsWith('fixed-set')),
    [],
    'databases are removed',
  )
})

test('side-by-side.ts sends the same requests to two sides and finds equal answers', async () => {
  using folder = temporaryFolder()
  const json = join(folder.path, 'figures.json')
  const kinds = ['--only', 'product by id; search, one word', '--workers', '1,2', '--changes', '1']
  const few = ['--sizes', '100', '--rounds', '2', '--requests', '3', '--rows', '5']
  const { code, output } = await run('side-by-side.ts', [...kinds, ...few, '--dir', folder.path, '--json', json])
  assert.equal(code, 0, output)
  const { sides, imports, changes, rows, differences } = JSON.parse(readFileSync(json, 'utf8'))
  assert.deepEqual(
    sides.map(({ name }: { name: string }) => name),
    ['1 workers', '2 workers'],
  )
  assert.equal(imports.length, 1, 'both sides read one database')
  assert.equal(changes[0].changes.length, 1)
  assert.equal(rows.length, 8)
  assert.equal(differences, 0)
})

test('publications.ts measures requests without publications and beside them', async () => {
  using folder = temporaryFolder()
  const json = join(folder.path, 'figures.json')
  const few = ['--products', '100', '--only', 'product by id', '--seconds', '1', '--turns', '1', '--every', '200']
  const { code, output } = await run('publications.ts', [...few, '--dir', folder.path, '--json', json])
  assert.equal(code, 0, output)
  const { kinds, costs } = JSON.parse(readFileSync(json, 'utf8'))
  assert.deepEqual([kinds.length, kinds[0].still.length, kinds[0].live.length], [1, 1, 1])
  assert.ok(costs.length >= 2, output)
})

async function run(file: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(BENCH, file), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise, resolve: end } = Promise.withResolvers<number | null>()
  child.on('close', end)
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  return { code: await promise, output }
}
