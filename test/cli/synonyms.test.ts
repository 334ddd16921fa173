// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

const CSV = 'sofa, couch\npants => trousers, long johns\n'

describe('vitrine synonyms', () => {
  test('publishes a file, prints it, and removes it again', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
    const empty = await place.run(['synonyms', '--store', 'a'])
    assert.deepEqual([empty.code, empty.stdout], [0, ''])
    assert.equal(empty.stderr, 'store a has no synonyms; `vitrine synonyms <file> --store a` adds them\n')

    await writeFile(place.path('synonyms.csv'), `\ufeff${CSV}`)
    const published = await place.run(['synonyms', 'synonyms.csv', '--store', 'a'])
    assert.equal(
      published.stdout,
      'store a is now at edition 2: 1 group of synonyms, 1 one-way synonym\n`vitrine rollback a 1` undoes this\n',
    )
    const printed = await place.run(['synonyms', '--store', 'a'])
    assert.deepEqual([printed.stdout, printed.stderr], [CSV, ''])
    const json = (await place.run(['synonyms', '--store', 'a', '--json'])).stdout
    assert.equal(json, '[["sofa","couch"],{"from":"pants","to":["trousers","long johns"]}]\n')

    const again = await place.run(['synonyms', '-', '--store', 'a'], {}, json)
    assert.match(again.stdout, /^nothing to change: store a stays at edition 2: 1 group of synonyms, /)
    const cleared = await place.run(['synonyms', '--store', 'a', '--clear'])
    assert.match(cleared.stdout, /^store a is now at edition 3: 0 groups of synonyms, 0 one-way synonyms\n/)
    await place.run(['rollback', 'a'])
    assert.equal((await place.run(['synonyms', '--store', 'a'])).stdout, CSV)
  })

  test('publishes and prints those of a market', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
    await place.run(['store', 'set', 'a', '--currency', 'EUR'])
    await place.run(['market', 'add', 'a', 'de', '--language', 'de', '--currency', 'EUR'])
    const german = ['synonyms', '--store', 'a', '--market', 'de']
    const empty = 'market de of store a has no synonyms; `vitrine synonyms <file> --store a --market de` adds them\n'
    assert.equal((await place.run(german)).stderr, empty)
    const published = await place.run([...german, '-'], {}, 'sofa, couch\n')
    assert.equal(
      published.stdout,
      'market de of store a is now at edition 3: 1 group of synonyms, 0 one-way synonyms\n' +
        '`vitrine rollback a 2` undoes this\n',
    )
    assert.equal((await place.run(german)).stdout, 'sofa, couch\n')
    assert.equal((await place.run(['synonyms', '--store', 'a'])).stdout, '')
    const again = await place.run([...german, '-'], {}, 'sofa, couch\n')
    assert.match(again.stdout, /^nothing to change: market de of store a stays at edition 3: /)
    await place.run(['rollback', 'a', '2'])
    assert.equal((await place.run(german)).stderr, empty)
    const label = '[{"code": "tea", "name": "Tee"}]'
    const labels = await place.run(['labels', '-', '--store', 'a', '--market', 'de'], {}, label)
    assert.match(labels.stdout, /^market de of store a is now at edition 4: texts of 1 label\n/)
    const rules = await place.run(['rules', '--clear', '--store', 'a', '--market', 'fr'])
    assert.deepEqual([rules.code, rules.stderr], [1, 'vitrine: store a has no market fr; its markets are de\n'])
  })

  test('changes nothing if the file has problems', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const refused = await place.run(['synonyms', '-', '--store', 'a'], {}, 'sofa\na, b\n\x1b[31m a,,b\n')
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /^line 1 has only "sofa"; expected two or more .*\nline 3 has an empty word; expected .*\n/,
    )
    assert.match(refused.stderr, /\nvitrine: nothing was changed: 2 problems in standard input\n$/)
    const latin1 = await place.run(['synonyms', '-', '--store', 'a'], {}, Buffer.from('caf\xe9, coffee', 'latin1'))
    assert.equal(latin1.stderr, 'vitrine: nothing was changed: standard input is not UTF-8; save it as UTF-8\n')
    const blank = await place.run(['synonyms', '-', '--store', 'a'], {}, '# nothing\n')
    assert.match(blank.stderr, /standard input has no synonyms; --clear removes those of the store\n$/)
    const missing = await place.run(['synonyms', 'nowhere.csv', '--store', 'a'])
    assert.match(missing.stderr, /^vitrine: file nowhere.csv does not exist; expected a CSV or JSON file/)
    const folder = await place.run(['synonyms', 'data', '--store', 'a'])
    assert.equal(folder.stderr, 'vitrine: data is a folder; expected a CSV or JSON file\n')
    assert.equal(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).edition.number, 0)
  })

  test('refuses options that exclude each other, and an unknown store', async () => {
    using place = await new WorkingDirectory().withStore('a')
    for (const args of [
      ['s.csv', '--clear'],
      ['s.csv', '--json'],
      ['--clear', '--json'],
    ])
      assert.equal((await place.run(['synonyms', ...args, '--store', 'a'])).code, 2)
    const { code, stderr } = await place.run(['synonyms', '--store', 'b', '--clear'])
    assert.deepEqual([code, stderr], [1, 'vitrine: store b does not exist; `vitrine store list` lists all stores\n'])
  })
  test('refuses a store without --store, and says the right command', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const cases: [string[], string][] = [
      [['a', 'x.csv'], 'the store is an option; expected `vitrine synonyms x.csv --store a`'],
      [['a', '--clear'], 'the store is an option; expected `vitrine synonyms --store a --clear`'],
      [['a', '--json'], 'the store is an option; expected `vitrine synonyms --store a --json`'],
      [['x.csv'], "required option '--store <id>' not specified (see `vitrine synonyms --help`)"],
      [
        ['x.csv', 'y.csv', '--store', 'a'],
        'too many arguments. Expected 1 argument but got 2. (see `vitrine synonyms --help`)',
      ],
    ]
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await place.run(['synonyms', ...args])
      assert.deepEqual([code, stdout, stderr], [2, '', `vitrine: ${message}\n`])
    }
  })
})
