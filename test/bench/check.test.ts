// Complete run only: it measures.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { thisMachine } from '../../bench/harness/report.ts'
import { newestResult, newResult, type Result, writeResult } from '../../bench/harness/result-file.ts'
import { type Spread, spreadOf } from '../../bench/harness/spread.ts'
import { temporaryFolder } from '../temporary.ts'

const BENCH = resolve(import.meta.dirname, '../../bench')
const SETTINGS = { products: 100, seed: 1, rounds: 3, turns: 7, requests: 250, imports: 5 }

describe('npm run bench:check of two files', () => {
  test('exits with 1 and names what is slower by more than a tenth', async () => {
    const { code, output } = await compare(resultOf({ byId: 0.5 }), resultOf({ byId: 0.44 }))
    assert.match(output, /\| product by id \| 2\.00 .* \| 2\.27 .* \| 1\.14 \| slower \|/)
    assert.match(output, /^Worse by more than a tenth: product by id\.$/m)
    assert.equal(code, 1)
  })

  test('exits with 1 when an import is slower or the database larger', async () => {
    const { code, output } = await compare(resultOf({}), resultOf({ import: 0.2, megabytes: 120 }))
    assert.match(output, /^Worse by more than a tenth: import; database\.$/m)
    assert.equal(code, 1)
  })

  test('exits with 0 when nothing is worse by a tenth', async () => {
    const { code, output } = await compare(resultOf({ byId: 0.5 }), resultOf({ byId: 0.46, megabytes: 109 }))
    assert.match(output, /^Nothing is worse by more than a tenth\.$/m)
    assert.equal(code, 0)
  })

  test('exits with 0 when requests are cheaper', async () => {
    const { code, output } = await compare(resultOf({ byId: 0.4 }), resultOf({ byId: 0.5 }))
    assert.match(output, /\| product by id \|.*\| 0\.80 \| less \|/)
    assert.equal(code, 0)
  })

  test('does not call a difference within the spread slower: it exits with 3', async () => {
    const { code, output } = await compare(resultOf({ byId: 0.5, width: 0.16 }), resultOf({ byId: 0.44, width: 0.16 }))
    assert.match(output, /^The spread is too wide to tell: .*product by id.*$/m)
    assert.doesNotMatch(output, /Worse/)
    assert.equal(code, 3)
  })

  test('exits with 3 when the spread of equal figures could hide a tenth', async () => {
    const { code, output } = await compare(resultOf({ width: 0.3 }), resultOf({ width: 0.3 }))
    assert.match(output, /\| product by id \|.*\| 1\.00 \| cannot tell \|/)
    assert.equal(code, 3)
  })

  test('says that the processors differ', async () => {
    const other = resultOf({})
    const { output } = await compare(resultOf({}), { ...other, machine: { ...other.machine, processor: 'another' } })
    assert.match(output, /^The processors differ\./m)
  })

  test('says what was not measured again', async () => {
    const { code, output } = await compare(resultOf({}), { ...resultOf({}), imports: [] })
    assert.match(output, /^Not measured again: import\.$/m)
    assert.equal(code, 0)
  })

  test('refuses another catalog size, another version, and files that are no results', async () => {
    const current = resultOf({})
    const smaller = { ...current, settings: { ...SETTINGS, products: 50 } }
    await refuses(smaller, current, /cannot be compared: products is 50 in one and 100 in the other/)
    await refuses({ ...current, requests: [], imports: [], sizes: [] }, current, /they have nothing in common/)
    await refuses({ ...current, version: 9 }, current, /before\.json has version 9, not 1; "npm run bench" writes/)
    await refuses([], current, /before\.json has version no version/)
    await refuses('{', current, /before\.json is no result of a measurement/)
    await refuses(undefined, current, /before\.json is no result of a measurement: ENOENT/)
  })
})

describe('the results of a folder', () => {
  test('are read as they were written, with four digits', () => {
    using folder = temporaryFolder()
    const written = { ...resultOf({}), commit: 'abc+' }
    const file = writeResult(folder.path, { ...written, imports: [{ ...written.imports[0]!, micros: 123.456 }] })
    assert.match(file, /\d{4}-\d\d-\d\dT\d{6}-abc\.json$/)
    const expected = { ...written, imports: [{ ...written.imports[0], micros: 123.5 }] }
    assert.deepEqual(newestResult(folder.path), { file, result: expected })
  })

  test('are compared with the newest one of this processor, or with the newest one', () => {
    using folder = temporaryFolder()
    const machine = thisMachine()
    const other = { ...machine, processor: 'another' }
    const write = (date: string, of: typeof machine) => writeResult(folder.path, { ...resultOf({}), date, machine: of })
    write('2026-11-21T00:00:00.000Z', machine)
    const own = write('2026-11-22T00:00:00.000Z', machine)
    const newest = write('2026-11-23T00:00:00.000Z', other)
    assert.equal(newestResult(folder.path, machine).file, own)
    assert.equal(newestResult(folder.path, { ...machine, processor: 'a third' }).file, newest)
  })

  test('are missed with an error that says how to make one', () => {
    using folder = temporaryFolder()
    assert.throws(() => newestResult(folder.path), /has no result to compare with; "npm run bench" writes one/)
  })
})

test('a spread is the median and the range in which the true one is', () => {
  assert.deepEqual(spreadOf([3, 1, 2, 4]), { median: 2.5, low: 1, high: 4 })
  const fifteen = Array.from({ length: 15 }, (_, index) => index + 1)
  assert.deepEqual(spreadOf(fifteen), { median: 8, low: 4, high: 12 })
})

test('the measurement names the kinds of requests that there are, if one is unknown', async () => {
  using folder = temporaryFolder()
  const { code, output } = await run('measure.ts', [
    '--only',
    'product by name',
    '--products',
    '10',
    '--dir',
    folder.path,
  ])
  assert.match(output, /--only takes product by id; .*; import, not "product by name"\n/)
  assert.equal(code, 2)
  assert.deepEqual(readdirSync(folder.path), [])
})

function resultOf(figures: { byId?: number; import?: number; megabytes?: number; width?: number }): Result {
  const { byId = 0.5, megabytes = 100, width = 0.02 } = figures
  const around = (median: number): Spread => ({ median, low: median * (1 - width / 2), high: median * (1 + width / 2) })
  return newResult(SETTINGS, {
    requests: [{ name: 'product by id', micros: 50, least: 25, share: around(byId) }],
    imports: [{ name: 'import', micros: 700, least: 200, share: around(figures.import ?? 0.3) }],
    sizes: [{ name: 'database', megabytes: around(megabytes) }],
  })
}

async function compare(before: unknown, after: unknown): Promise<{ code: number | null; output: string }> {
  using folder = temporaryFolder()
  const [old, current] = [join(folder.path, 'before.json'), join(folder.path, 'after.json')]
  if (before !== undefined) writeFileSync(old, typeof before === 'string' ? before : JSON.stringify(before))
  writeFileSync(current, JSON.stringify(after))
  return await run('check.ts', ['--against', old, '--measured', current])
}

async function refuses(before: unknown, after: unknown, message: RegExp): Promise<void> {
  const { code, output } = await compare(before, after)
  assert.match(output, message)
  assert.equal(code, 2)
}

async function run(file: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(BENCH, file), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise, resolve: end } = Promise.withResolvers<number | null>()
  child.on('close', end)
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  return { code: await promise, output }
}
