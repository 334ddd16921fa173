// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { getJson, lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

/** Edition 1 has one product, edition 2 two, edition 3 one. */
async function shop({ DATABASE_URL }: { readonly DATABASE_URL?: string } = {}): Promise<WorkingDirectory> {
  const place = new WorkingDirectory()
  await using catalogs = await openCatalogs(DATABASE_URL ?? place.path('data/vitrine.db'), 'create')
  const store = storeNamed('a')
  await catalogs.addStore(store)
  await load(catalogs, store.id, [SHIRT])
  await load(catalogs, store.id, [TEAPOT])
  await load(catalogs, store.id, [SHIRT], { replace: true })
  return place
}

async function editions(place: WorkingDirectory, env: Record<string, string> = {}) {
  const { code, stdout } = await place.run(['editions', 'a', '--json'], env)
  assert.equal(code, 0)
  return JSON.parse(stdout) as { number: number; current: boolean; productCount: number; publishedAt: string }[]
}

async function currentOf(place: WorkingDirectory, env: Record<string, string> = {}): Promise<number> {
  return (await editions(place, env)).find(({ current }) => current)!.number
}

describe('vitrine editions', () => {
  test('lists the stored editions, newest first, and marks the current one', async () => {
    using place = await shop()
    const { stdout } = await place.run(['editions', 'a'])
    const newest = 'as one of the newest'
    const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
    const lines = [
      'EDITION +MADE FROM +CURRENT FROM +TO +PRODUCTS +VARIANTS +LEFT +STAYS',
      `3 +current +import +${time} +1 +2 +${newest}`,
      `2 +import +${time} +${time} +2 +3 +replaced by 3 \\(import\\) +${newest}`,
      `1 +import +${time} +${time} +1 +2 +replaced by 2 \\(import\\) +${newest}`,
      `0 +nothing +not yet +${time} +0 +0 +replaced by 1 \\(import\\) +${newest}`,
    ]
    assert.match(stdout, new RegExp(`^${lines.join('\n')}\n$`))
    assert.deepEqual(
      (await editions(place)).map(({ number, current, productCount }) => [number, current, productCount]),
      [
        [3, true, 1],
        [2, false, 2],
        [1, false, 1],
        [0, false, 0],
      ],
    )
  })
})

describe('the kept editions of a store', () => {
  test('are as many as store set says, for as long, and those that are pinned', async () => {
    using place = await shop()
    const set = (...args: string[]) => place.run(['store', 'set', 'a', ...args])
    const stays = async () => (await place.run(['editions', 'a'])).stdout.split('\n').slice(1, -1)
    assert.match((await set('--keep-editions', '1')).stdout, /; keeps the newest edition\n$/)
    assert.deepEqual(
      (await editions(place)).map(({ number }) => number),
      [3],
    )
    assert.match(
      (await set('--keep-for', '36h')).stdout,
      /; keeps the newest edition; each for 36h after it was replaced\n$/,
    )
    const [newest, ...others] = await stays()
    assert.match(newest!, /^3 .*as one of the newest$/)
    assert.equal(others.length, 3)
    for (const other of others) assert.match(other, /until \d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const pinned = await place.run(['editions', 'a', '--pin', '1'])
    assert.equal(pinned.stdout, 'edition 1 of store a stays until it is unpinned\n')
    assert.match((await set('--keep-for', 'none')).stdout, /; keeps the newest edition; pinned: 1\n$/)
    assert.match((await stays()).join('\n'), /^3 .*\n1 .*pinned$/)
    // Edition 3 does not stay, so nothing undoes this.
    const back = await place.run(['rollback', 'a'])
    assert.deepEqual([back.code, back.stdout], [0, 'store a is at edition 1 again: 1 product, 2 variants\n'])
    assert.match((await stays()).join('\n'), /^1 +current.*pinned$/)
    assert.equal((await place.run(['editions', 'a', '--unpin', '1'])).code, 0)
    assert.match((await stays()).join('\n'), /^1 .*as one of the newest$/)
    assert.doesNotMatch((await set('--keep-editions', 'default')).stdout, /keeps/)
    assert.match((await place.run(['store', 'show', 'a'])).stdout, /\nkeeps +the newest 5 editions\n/)
  })

  test('are refused with what would be right', async () => {
    using place = await shop()
    const refusals: [string[], number, RegExp][] = [
      [['store', 'set', 'a', '--keep-editions', '0'], 2, /Expected a number from 1 to 10000, or default/],
      [
        ['store', 'set', 'a', '--keep-for', '7 days'],
        2,
        /Expected a time such as 30m, 12h or 7d, at most 366d, or none/,
      ],
      [['store', 'set', 'a', '--keep-for', '367d'], 2, /at most 366d/],
      [['editions', 'a', '--pin', '9'], 1, /^vitrine: edition 9 is not stored; stored editions are 3, 2, 1, 0$/m],
      [['editions', 'a', '--unpin', '1'], 1, /^vitrine: edition 1 is not pinned; no edition is pinned$/m],
      [['editions', 'a', '--pin', '1', '--unpin', '1'], 2, /--pin, --unpin, --discard and --json cannot be combined/],
    ]
    for (const [args, expected, message] of refusals) {
      const { code, stderr } = await place.run(args)
      assert.equal(code, expected)
      assert.match(stderr, message)
    }
  })
})

describe('vitrine rollback', () => {
  test('goes back by one edition or to a given one, and prints how to undo it', async () => {
    using place = await shop()
    const back = await place.run(['rollback', 'a'])
    assert.equal(back.code, 0)
    assert.equal(
      back.stdout,
      'store a is at edition 2 again: 2 products, 3 variants\n`vitrine rollback a 3` undoes this\n',
    )
    assert.equal(await currentOf(place), 2)
    assert.match((await place.run(['rollback', 'a'])).stdout, /^store a is at edition 1 again/)
    assert.match(
      (await place.run(['rollback', 'a', '3'])).stdout,
      /^store a is at edition 3 again: 1 product, 2 variants/,
    )
    assert.equal(await currentOf(place), 3)
  })

  test('never goes to an edition that was rolled back', async () => {
    using place = await shop()
    assert.match((await place.run(['rollback', 'a'])).stdout, /^store a is at edition 2 again/)
    const next = await place.run(['import', '-', '--store', 'a'], {}, lines([{ ...TEAPOT, name: 'Pot' }]))
    assert.equal(next.code, 0, next.stderr)
    assert.match((await place.run(['rollback', 'a'])).stdout, /^store a is at edition 2 again/)
    const { stdout } = await place.run(['editions', 'a'])
    assert.match(stdout, /^4 +import .* rolled back to 2 .*\n3 +import .* rolled back to 2 .*\n2 +current /m)
  })

  test('goes past patches, and says how many it takes back', async () => {
    using place = await shop()
    for (const stock of [1, 2]) {
      writeFileSync(place.path('stock.csv'), `sku,stock\n${SHIRT.variants[0]!.sku},${stock}\n`)
      const { code, stderr } = await place.run(['import', 'stock.csv', '--store', 'a', '--only', 'stock'])
      assert.equal(code, 0, stderr)
    }
    assert.match((await place.run(['editions', 'a'])).stdout, /^5 +current +patch .*\n2 +import .*replaced by 3/m)
    assert.equal(
      (await place.run(['rollback', 'a'])).stdout,
      'store a is at edition 2 again: 2 products, 3 variants\n' +
        'this takes back 2 patches since then; import the newest stocks and prices\n`vitrine rollback a 5` undoes this\n',
    )
    assert.match((await place.run(['editions', 'a'])).stdout, /^5 +patch .*rolled back to 2 .*\n2 +current/m)
  })

  test('affects running servers at once, and the next import starts from the current edition', async () => {
    using place = await shop()
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, url] = await server.waitFor(/"msg":"serving at (http:\/\/\S+:\d+);/)
    const total = async () => (await getJson(`${url}/store/products`, { 'x-store-id': 'a' })).body.meta.totalItems
    assert.equal(await total(), 1)
    await place.run(['rollback', 'a', '2'])
    assert.equal(await total(), 2)
    const { stdout } = await place.run(
      ['import', '-', '--store', 'a', '--json'],
      {},
      lines([
        { ...TEAPOT, name: 'Pot' },
        { ...SHIRT, slug: 'other', variants: [{ sku: 'OTHER', price: '5' }] },
      ]),
    )
    const { created, changed, edition } = JSON.parse(stdout)
    assert.deepEqual([created, changed, edition.number, edition.productCount], [1, 1, 4, 3])
    assert.equal(await total(), 3)
  })

  test('refuses other numbers, lists the stored editions and changes nothing', async () => {
    using place = await shop()
    for (const [args, sentence] of [
      [['nobody'], /^vitrine: store nobody does not exist; `vitrine store list` lists all stores\n$/],
      [
        ['a', '9'],
        /^vitrine: nothing was changed: edition 9 of store a is not stored; stored editions are 3, 2, 1, 0; current is 3\n$/,
      ],
      [
        ['a', '3'],
        /^vitrine: nothing was changed: store a is already at edition 3; stored editions are 3, 2, 1, 0; current is 3\n$/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await place.run(['rollback', ...args])
      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(stderr, sentence)
    }
    assert.equal(await currentOf(place), 3)
    await place.run(['rollback', 'a', '0', '--yes'])
    const { code, stderr } = await place.run(['rollback', 'a'])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /store a has no stored edition before the current one; stored editions are 3, 2, 1, 0; current is 0\n$/,
    )
    const none = await place.run(['editions', 'nobody'])
    assert.equal(none.code, 1)
    assert.match(none.stderr, /store nobody does not exist; `vitrine store list`/)
  })

  test('does not empty a store without a terminal, unless --yes is given', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(['rollback', 'a', '0'])
    assert.equal(code, 1)
    assert.equal(
      stderr,
      'vitrine: nothing was changed: it cannot ask without a terminal; --yes skips the question “Edition 0 is empty. Go back to it from edition 3 with 1 product?”\n',
    )
    assert.equal(await currentOf(place), 3)
    assert.equal((await place.run(['rollback', 'a', '0', '--yes'])).code, 0)
    assert.equal(await currentOf(place), 0)
  })

  test('refuses an edition that is not a number', async () => {
    using place = await shop()
    for (const number of ['-1', '1.5', 'last', '']) {
      const { code, stderr } = await place.run(['rollback', 'a', '--', number])
      assert.equal(code, 2)
      assert.match(stderr, /Expected the number of an edition, such as 7\. \(see `vitrine rollback --help`\)\n$/)
    }
  })

  test('waits for an import, with a message', async () => {
    using place = await shop()
    const first = place.start(['import', '-', '--store', 'a', '--json'])
    first.child.stdin!.write(lines([TEAPOT]))
    await first.waitFor(/reading standard input/)
    const second = place.start(['rollback', 'a'])
    await second.waitFor(/waiting for an import into this database to end/)
    assert.equal(second.child.exitCode, null)
    first.child.stdin!.end()
    assert.equal(JSON.parse((await first.waitForExit()).stdout).edition.number, 4)
    const { code, stdout } = await second.waitForExit()
    assert.equal(code, 0)
    assert.match(stdout, /^store a is at edition 3 again/)
  })

  test('works with PostgreSQL', { skip: noDatabases() }, async () => {
    await using database = await freshDatabase()
    const env = { DATABASE_URL: database.url }
    using place = await shop(env)
    assert.match((await place.run(['rollback', 'a', '2'], env)).stdout, /^store a is at edition 2 again/)
    assert.deepEqual(
      (await editions(place, env)).map(({ number, current }) => [number, current]),
      [
        [3, false],
        [2, true],
        [1, false],
        [0, false],
      ],
    )
    assert.equal((await place.run(['rollback', 'a', '2'], env)).code, 1)
    assert.equal(await currentOf(place, env), 2)
  })
})
