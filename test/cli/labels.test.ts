import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

const ENTRIES = [
  { code: 'shirts', name: 'All shirts', rank: 1 },
  { code: 'nowhere', hidden: true },
]

describe('vitrine labels', () => {
  test('publishes a file, prints it, and removes it again', async () => {
    using place = await new WorkingDirectory().withStore('a', [{ ...SHIRT, labelValues: ['Shirts'] }, TEAPOT])
    const empty = await place.run(['labels', '--store', 'a'])
    assert.deepEqual([empty.code, empty.stdout], [0, ''])
    assert.equal(empty.stderr, 'store a has no texts of labels; `vitrine labels <file> --store a` adds them\n')

    await writeFile(place.path('labels.json'), `\ufeff${JSON.stringify(ENTRIES)}`)
    const published = await place.run(['labels', 'labels.json', '--store', 'a'])
    assert.equal(
      published.stdout,
      'store a is now at edition 2: texts of 2 labels\n`vitrine rollback a 1` undoes this\n',
    )
    assert.equal(published.stderr, 'no product has 1 label of the file: nowhere\n')
    const printed = await place.run(['labels', '--store', 'a'])
    assert.deepEqual([JSON.parse(printed.stdout), printed.stderr], [ENTRIES, ''])

    const again = await place.run(['labels', '-', '--store', 'a'], {}, printed.stdout)
    assert.match(again.stdout, /^nothing to change: store a stays at edition 2: texts of 2 labels\n$/)
    const cleared = await place.run(['labels', '--clear', '--store', 'a'])
    assert.match(cleared.stdout, /^store a is now at edition 3: texts of 0 labels\n/)
    await place.run(['rollback', 'a'])
    assert.deepEqual(JSON.parse((await place.run(['labels', '--store', 'a'])).stdout), ENTRIES)
  })

  test('changes nothing if the file has problems', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const refused = await place.run(['labels', '-', '--store', 'a'], {}, '[{"code": "tea", "rank": "1", "kolor": 2}]')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^warning: kolor is not a known field and is ignored/)
    assert.match(refused.stderr, /\nlabel 1: rank is "1"; expected a whole number of 0 or more\n/)
    assert.match(refused.stderr, /\nvitrine: nothing was changed: 1 problem in standard input\n$/)
    const none = await place.run(['labels', '-', '--store', 'a'], {}, '[]')
    assert.match(none.stderr, /standard input has no texts of labels; --clear removes those of the store\n$/)
    assert.equal((await place.run(['labels', 'a.json', '--clear', '--store', 'a'])).code, 2)
    assert.equal(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).edition.number, 0)
  })
})
