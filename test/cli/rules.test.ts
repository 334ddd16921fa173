// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

const JSON_FILE = `{"rules": [
  {"query":"tea","pin":[{"sku":"RS-S","at":1}]},
  {"words":["red"],"hide":[{"slug":"gone"},{"sku":"T"}]}
]}
`

describe('vitrine rules', () => {
  test('publishes a file, prints it, and removes it again', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
    const empty = await place.run(['rules', '--store', 'a'])
    assert.deepEqual([empty.code, empty.stdout], [0, ''])
    assert.equal(empty.stderr, 'store a has no rules; `vitrine rules <file> --store a` adds them\n')

    await writeFile(place.path('rules.json'), JSON_FILE)
    const published = await place.run(['rules', 'rules.json', '--store', 'a'])
    assert.equal(published.stdout, 'store a is now at edition 2: 2 rules\n`vitrine rollback a 1` undoes this\n')
    assert.equal(published.stderr, 'not in the store: 1 product: slug gone (rule 2)\n')
    const printed = await place.run(['rules', '--store', 'a'])
    assert.deepEqual([printed.stdout, printed.stderr], [JSON_FILE, ''])
    const again = await place.run(['rules', '-', '--store', 'a'], {}, printed.stdout)
    assert.match(again.stdout, /^nothing to change: store a stays at edition 2: 2 rules\n$/)

    await place.run(['import', '-', '--store', 'a'], {}, JSON.stringify({ ...SHIRT, name: 'Blouse' }))
    assert.equal((await place.run(['rules', '--store', 'a'])).stdout, JSON_FILE)
    const cleared = await place.run(['rules', '--store', 'a', '--clear'])
    assert.match(cleared.stdout, /^store a is now at edition 4: 0 rules\n/)
    await place.run(['rollback', 'a'])
    assert.equal((await place.run(['rules', '--store', 'a'])).stdout, JSON_FILE)
  })

  test('changes nothing if the file has problems', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const refused = await place.run(['rules', '-', '--store', 'a'], {}, '{"rules": [{"query": "a", "pin": ["b"]}, 5]}')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^rule 1, pin 1 is "b"; expected .*\nrule 2 is 5; expected an object with .*\n/)
    assert.match(refused.stderr, /\nvitrine: nothing was changed: 2 problems in standard input\n$/)
    const none = await place.run(['rules', '-', '--store', 'a'], {}, '[]')
    assert.match(none.stderr, /standard input has no rules; --clear removes those of the store\n$/)
    const both = await place.run(['rules', 'r.json', '--store', 'a', '--clear'])
    assert.deepEqual([both.code, both.stderr.includes('exclude each other')], [2, true])
    assert.equal(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).edition.number, 0)
  })
})
