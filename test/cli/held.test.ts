// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { enteredCommand } from '../../packages/vitrine/cli/entered-command.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { getJson, lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

/** Edition 1 has a shirt. Edition 2 is held, and has a teapot too. */
async function shop(env: Record<string, string> = {}): Promise<WorkingDirectory> {
  const place = new WorkingDirectory()
  for (const [args, products] of [
    [['--create'], [SHIRT]],
    [['--hold'], [TEAPOT]],
  ] as const) {
    const { code, stderr } = await place.run(['import', '-', '--store', 'a', ...args], env, lines([...products]))
    assert.equal(code, 0, stderr)
  }
  return place
}

async function started(place: WorkingDirectory, args: readonly string[], env: Record<string, string> = {}) {
  const server = place.start(['serve', '--port', '0', '--metrics-port', '0', '--default-store', 'a', ...args], env)
  const [, url] = await server.waitFor(/"msg":"serving at (http:\/\/\S+:\d+);/)
  return url!
}

async function productsAt(url: string) {
  const { body, headers } = await getJson(`${url}/store/products`, {})
  return { data: body.data, etag: headers.get('etag'), cacheControl: headers.get('cache-control') }
}

for (const [database, address, skip] of [
  ['sqlite', async () => ({}), false],
  ['postgres', async () => ({ DATABASE_URL: (await freshDatabase()).url }), noDatabases()],
] as const)
  test(`with ${database}, an import is looked at, and then published to running servers`, { skip }, async () => {
    const env: Record<string, string> = await address()
    using place = await shop(env)
    const open = await started(place, [], env)
    const preview = await started(place, ['--edition', '2', '--cache-control', 'public, max-age=60'], env)
    const [before, shown] = [await productsAt(open), await productsAt(preview)]
    assert.deepEqual([before.data.length, shown.data.length], [1, 2])
    assert.deepEqual([before.cacheControl, shown.cacheControl], ['private, no-cache', 'no-store'])
    const { stdout, code } = await place.run(['publish', 'a', '2'], env)
    assert.deepEqual(
      [code, stdout],
      [
        0,
        'store a is now at edition 2: 2 products, 3 variants\n' +
          'products since edition 1: 1 created, 0 changed, 0 removed\n`vitrine rollback a 1` undoes this\n',
      ],
    )
    let after = await productsAt(open)
    while (after.data.length < 2) after = await productsAt(open)
    assert.deepEqual(after.data, shown.data)
    assert.notEqual(after.etag, shown.etag)
  })

describe('vitrine import --hold', () => {
  test('says how to look at the edition and how to publish it, and editions lists it', async () => {
    using place = await shop()
    const { stdout, stderr } = await place.run(['import', '-', '--store', 'a', '--hold'], {}, lines([TEAPOT]))
    assert.match(stdout, /^store a stays as it is, and holds edition 3: 2 products, 3 variants$/m)
    assert.match(stdout, /^`vitrine serve --edition 3 --default-store a --port 3001` shows it$/m)
    assert.match(stdout, /^`vitrine publish a 3` publishes it$/m)
    assert.match(stderr, /^holding the edition$/m)
    const listed = (await place.run(['editions', 'a'])).stdout
    assert.match(
      listed,
      /^3 +held +held import +not yet +2 +3 +until it is published or discarded; made from edition 1$/m,
    )
    assert.match((await place.run(['store', 'show', 'a'])).stdout, /^edition +1$/m)
    const [, held] = JSON.parse((await place.run(['editions', 'a', '--json'])).stdout)
    const command = 'vitrine import - --store a --hold'
    assert.deepEqual(held.held, { base: 1, command, created: 1, changed: 0, removed: 0 })
  })

  test('is refused with --every, and serve --edition without a store or an edition', async () => {
    using place = await shop()
    const refusals: [string[], number, RegExp][] = [
      [['import', 'http://127.0.0.1:1', '--store', 'a', '--hold', '--every', '5s'], 2, /--every cannot be .* --hold/],
      [['serve', '--edition', '2'], 2, /--edition needs --default-store/],
      [['serve', '--edition', 'x'], 2, /--edition is "x"; expected a whole number/],
      [['serve', '--edition', '9', '--default-store', 'a', '--port', '0'], 1, /edition 9 of store a is not stored/],
      [['serve', '--edition', '2', '--default-store', 'b', '--port', '0'], 1, /store b does not exist/],
    ]
    for (const [args, expected, message] of refusals) {
      const { code, stderr } = await place.run(args)
      assert.equal(code, expected, stderr)
      assert.match(stderr, message)
    }
  })

  test('has its edition verified', async () => {
    using place = await shop()
    const { stdout } = await place.run(['verify'])
    assert.match(stdout, /^a: edition 2, which is held: 2 products, 3 variants: no damage found$/m)
    assert.match(stdout, /: no damage found in 1 store$/m)
  })

  test('has a page that says how to go on', async () => {
    using place = await shop()
    const args = ['import', '-', '--store', 'a', '--hold', '--report', 'report.html']
    assert.equal((await place.run(args, {}, lines([TEAPOT]))).code, 0)
    const page = readFileSync(place.path('report.html'), 'utf8')
    assert.match(page, /Held: nobody sees it before it is published\. Edition 3 of the store a has 2 products/)
    assert.match(page, />What would be served</)
    assert.match(page, /Look at it\..*serve --edition 3 .*Publish it\..*publish a 3<.*editions a --discard 3</s)
  })

  test('is copied with a backup', async () => {
    using place = await shop()
    assert.equal((await place.run(['backup', 'copy.db'])).code, 0)
    const { code, stdout } = await place.run(['publish', 'a', '2', '--database', 'copy.db'])
    assert.deepEqual([code, /now at edition 2/.test(stdout)], [0, true])
  })
})

describe('vitrine publish', () => {
  test('names as its undo what a rollback without a number does', async () => {
    using place = new WorkingDirectory()
    for (const args of [['--create'], ['--replace', '--max-removed', '100%']]) {
      const product = args.length === 1 ? SHIRT : TEAPOT
      assert.equal((await place.run(['import', '-', '--store', 'a', ...args], {}, lines([product]))).code, 0)
    }
    assert.equal((await place.run(['rollback', 'a', '1'])).code, 0)
    assert.equal((await place.run(['import', '-', '--store', 'a', '--hold'], {}, lines([TEAPOT]))).code, 0)
    assert.match((await place.run(['publish', 'a', '3'])).stdout, /`vitrine rollback a 1` undoes this\n$/)
    assert.match((await place.run(['rollback', 'a'])).stdout, /^store a is at edition 1 again/)
  })

  test('is refused with what would be right', async () => {
    using place = await shop()
    const isRefused = async (args: readonly string[], message: RegExp) => {
      const { code, stdout, stderr } = await place.run(args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, message)
    }
    await isRefused(['publish', 'a', '1'], /^vitrine: nothing was changed: store a is already at edition 1$/m)
    await isRefused(['publish', 'a', '9'], /edition 9 of store a is not stored; held editions are 2$/m)
    await isRefused(['publish', 'a', '0'], /edition 0 of store a is not held; `vitrine rollback a 0` makes/)
    await isRefused(['publish', 'b', '2'], /^vitrine: store b does not exist/)
    await isRefused(['rollback', 'a', '2'], /edition 2 .* is held, .*; `vitrine publish a 2` publishes it$/m)
    await isRefused(['editions', 'a', '--pin', '2'], /edition 2 is held: it stays until it is published or discarded$/m)
    assert.equal((await place.run(['import', '-', '--store', 'a'], {}, lines([TEAPOT]))).code, 0)
    await isRefused(
      ['publish', 'a', '2'],
      /edition 2 of store a was made from edition 1, and edition 3 is current\. Import its file again with `vitrine import - --store a --hold`, after `vitrine editions a --discard 2`$/m,
    )
    assert.match((await place.run(['editions', 'a'])).stdout, /^2 +held .* made from edition 1, which is not current$/m)
    const discarded = await place.run(['editions', 'a', '--discard', '2'])
    assert.match(discarded.stdout, /^edition 2 of store a is discarded; later imports remove its rows$/m)
    await isRefused(['publish', 'a', '2'], /edition 2 of store a is not stored; the store holds no edition$/m)
    await isRefused(['editions', 'a', '--discard', '2'], /edition 2 is not held; store a holds no edition$/m)
    assert.match((await place.run(['rollback', 'a'])).stdout, /^store a is at edition 1 again/)
  })
})

test('the command of a held edition is written for a shell, without what may be secret', () => {
  assert.equal(
    enteredCommand([
      'import',
      "it's new.csv",
      '--store',
      'a',
      '--header',
      'authorization: x',
      '--database=postgres://u:p@h/d',
    ]),
    `vitrine import 'it'\\''s new.csv' --store a --header … --database=…`,
  )
  assert.equal(enteredCommand(['import', 'a'.repeat(3000)]).length, 2001)
})
