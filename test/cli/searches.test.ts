// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { storeId } from '@vitrine/catalog/store'
import { SearchLog } from '../../packages/vitrine/cli/serve/search-log.ts'
import { until } from '../database/until.ts'
import { serve, shop } from './served-shop.ts'
import { SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

async function search(url: string, words: string): Promise<number> {
  const response = await fetch(`${url}/store/products?search=${encodeURIComponent(words)}`, {
    headers: { 'x-store-id': 'a' },
  })
  await response.arrayBuffer()
  return response.status
}

function linesIn(path: string): { words: string; outcome: string }[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

describe('vitrine serve --search-log', () => {
  test('writes a line for each search, and a new file after the old one was moved', async () => {
    using place = await shop()
    const log = place.path('searches.ndjson')
    const { server, url } = await serve(place, ['--search-log', 'searches.ndjson'])
    assert.equal(statSync(log).mode & 0o777, 0o640)
    for (const words of ['red shirt', 'Gum Boots', 'red shirt']) await search(url, words)
    await until(async () => linesIn(log).length === 3)
    const [first, second] = linesIn(log) as [object, object]
    assert.deepEqual(Object.keys(first), ['time', 'store', 'words', 'total', 'outcome'])
    assert.deepEqual({ ...second, time: '' }, { time: '', store: 'a', words: 'gum boots', total: 0, outcome: 'none' })

    renameSync(log, place.path('searches.1'))
    await search(url, 'teapot')
    await until(async () => linesIn(log).length === 1)
    assert.equal(linesIn(place.path('searches.1')).length, 3)

    // What is queued is written before the end.
    await search(url, 'hats')
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 0)
    assert.deepEqual(
      linesIn(log).map(({ words }) => words),
      ['teapot', 'hats'],
    )
  })

  test('writes nothing anywhere without it', async () => {
    using place = await shop()
    const { server, url } = await serve(place)
    await search(url, 'gumboots')
    server.child.kill('SIGTERM')
    await server.waitForExit()
    assert.doesNotMatch(server.stdout, /gumboots/)
    assert.deepEqual(readdirSync(place.path('.')), ['data'])
  })

  test('answers while the file cannot be written, and says what was lost', async () => {
    using place = await shop()
    mkdirSync(place.path('logs'))
    const { server, url } = await serve(place, ['--search-log', 'logs/searches'])
    rmSync(place.path('logs'), { recursive: true })
    assert.equal(await search(url, 'lost'), 200)
    await server.waitFor(/"level":"error".*searches cannot be written to logs\/searches, and are lost: ENOENT/)
    mkdirSync(place.path('logs'))
    assert.equal(await search(url, 'found'), 200)
    await server.waitFor(/"level":"warn".*searches are written to logs\/searches again; 1 were lost/)
    assert.deepEqual(
      linesIn(place.path('logs/searches')).map(({ words }) => words),
      ['found'],
    )
  })

  test('says that the file cannot be written, also if searches were lost for another reason before', async () => {
    using place = new WorkingDirectory()
    const events: string[] = []
    const log = new SearchLog(place.path('logs/searches'), {
      onFailure: ({ message }) => events.push(message.slice(0, 6)),
      onRecovery: (lines) => events.push(`${lines > 100_000}`),
    })
    const add = (count: number) => {
      for (let number = 0; number < count; number++) log.add(storeId('a')!, { words: 'x', total: 0, outcome: 'none' })
    }
    // More than the queue holds.
    add(200_000)
    for (let write = 0; write < 2; write++, add(1)) await log.flush()
    assert.deepEqual(events, ['ENOENT'])
    mkdirSync(place.path('logs'))
    await log.flush()
    assert.deepEqual(events, ['ENOENT', 'true'])
  })

  test('is one file of all workers', async () => {
    using place = await shop()
    const { server, url } = await serve(place, ['--workers', '2', '--search-log', 'searches.ndjson'])
    const words = Array.from({ length: 200 }, (_, number) => `word${number}`)
    // On many connections, so that both workers answer, and few enough at once that none is refused.
    for (let from = 0; from < words.length; from += 20) {
      const statuses = await Promise.all(words.slice(from, from + 20).map((word) => search(url, word)))
      assert.ok(
        statuses.every((status) => status === 200),
        statuses.join(),
      )
    }
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 0)
    const logged = linesIn(place.path('searches.ndjson')).map((line) => line.words)
    assert.deepEqual(logged.sort(), words.sort())
  })

  test('does not start with a file that it cannot write', async () => {
    using place = await shop()
    const start = (path: string) => place.run(['serve', '--port', '0', '--metrics-port', '0', '--search-log', path])
    const missing = await start('nowhere/searches')
    assert.deepEqual(
      [missing.code, missing.stderr],
      [1, 'vitrine: cannot write nowhere/searches: its folder does not exist\n'],
    )
    assert.match(
      (await start('/dev/null')).stderr,
      /^vitrine: cannot write the search log to \/dev\/null: it is not a regular file\n/,
    )
    assert.match((await start('')).stderr, /--search-log is ""; expected the path of a file/)
  })
})

function line(words: string, outcome: string, day = 1, store = 'a'): string {
  const time = `2026-11-0${day}T10:00:00.000Z`
  return `${JSON.stringify({ time, store, words, total: outcome === 'none' ? 0 : 3, outcome })}\n`
}

const LOG = [
  line('gumboots', 'none', 2),
  line('red hat', 'dropped', 1),
  line('shirt', 'found', 1),
  line('gumboots', 'none', 3),
  line('gumboots', 'none', 1),
  line('sofa', 'none', 1),
  line('shrit', 'corrected', 1),
  line('shirt', 'filtered', 1),
].join('')

describe('vitrine searches', () => {
  test('lists the most frequent searches that found less than they asked for', async () => {
    using place = new WorkingDirectory()
    const { code, stdout, stderr } = await place.run(['searches', '-'], {}, LOG)
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout,
      `8 searches from 2026-11-01 to 2026-11-03
OUTCOME    SEARCHES  SHARE
found      1         12.5 %
corrected  1         12.5 %
dropped    1         12.5 %
filtered   1         12.5 %
none       4         50.0 %

Without a result:
SEARCHES  LAST        OUTCOME  WORDS
3         2026-11-03  none     gumboots
1         2026-11-01  none     sofa

With other words, or without some of the words:
SEARCHES  LAST        OUTCOME    WORDS
1         2026-11-01  dropped    red hat
1         2026-11-01  corrected  shrit

With results, of which none passed the filters:
SEARCHES  LAST        OUTCOME   WORDS
1         2026-11-01  filtered  shirt
`,
    )
    const { none } = JSON.parse((await place.run(['searches', '-', '--json', '--limit', '1'], {}, LOG)).stdout)
    const last = '2026-11-03T10:00:00.000Z'
    assert.deepEqual(none, [{ store: 'a', words: 'gumboots', outcome: 'none', count: 3, last }])
  })

  test('reads several files, gzipped too, of all stores or of one', async () => {
    using place = new WorkingDirectory()
    writeFileSync(place.path('new'), line('gumboots', 'none'))
    writeFileSync(place.path('old.gz'), gzipSync(line('gumboots', 'none') + line('boots', 'none', 1, 'b')))
    const all = await place.run(['searches', 'new', 'old.gz'])
    assert.match(all.stdout, /STORE +WORDS\n2 .* a +gumboots\n1 .* b +boots\n/)
    const one = JSON.parse((await place.run(['searches', 'new', 'old.gz', '--store', 'b', '--json'])).stdout)
    assert.deepEqual([one.searches, one.stores, one.none[0].words], [1, ['b'], 'boots'])
    const none = await place.run(['searches', 'new', '--store', 'b'])
    assert.deepEqual([none.code, none.stderr], [1, 'vitrine: the log has no searches of store b\n'])
    writeFileSync(place.path('cut.gz'), gzipSync(LOG).subarray(0, 60))
    assert.match((await place.run(['searches', 'cut.gz'])).stderr, /^vitrine: cut\.gz: The gzip file is cut off\./)
  })

  test('skips lines that are no searches, and prints nothing that a terminal interprets', async () => {
    using place = new WorkingDirectory()
    const broken = [
      '{"time":"2026-',
      'null',
      '[]',
      line('x', 'unheard'),
      line('x', 'none', 1, '../a'),
      line('=>', 'none'),
      '{"time":"then","store":"a","words":"x","outcome":"none"}',
      'x'.repeat(50_000),
      line('gum\u001b[31m\nboots => "a", b\u202e', 'none'),
      '\n\n',
    ].map((text) => text.replace(/\n?$/, '\n'))
    const { code, stdout } = await place.run(['searches', '-'], {}, broken.join(''))
    assert.equal(code, 0)
    assert.match(stdout, /^1 search from 2026-11-01 to 2026-11-01\n8 lines of the log cannot be read\n/)
    assert.match(stdout, / none {5}gum 31m boots a b\n$/)
    const other = await place.run(['searches', '-'], {}, 'GET / 200\n')
    assert.match(other.stderr, /^vitrine: no line is a search; expected the log of `vitrine serve --search-log`\n/)
    const empty = await place.run(['searches', '-'])
    assert.equal(empty.stderr, 'vitrine: the log has no searches\n')
    const missing = await place.run(['searches', 'nowhere'])
    assert.match(missing.stderr, /^vitrine: file nowhere does not exist; expected a log of searches, or - for/)
  })

  test('writes a file of synonyms that changes nothing until it is completed', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
    await place.run(['synonyms', '-', '--store', 'a'], {}, 'sofa, couch\nkettle => teapot\n')
    writeFileSync(place.path('log'), LOG + line('one two three four five six', 'none'))
    const args = ['searches', 'log', '--synonyms', 'synonyms.csv']
    const written = await place.run(args)
    assert.equal(written.stderr, 'wrote synonyms.csv: 1 search without a result to complete\n')
    const text = readFileSync(place.path('synonyms.csv'), 'utf8')
    assert.match(text, /\nsofa, couch\nkettle => teapot\n#\n/)
    assert.match(text, /\n# searched 3 times, the last time on 2026-11-03:\n# gumboots =>\n$/)

    const unchanged = await place.run(['synonyms', 'synonyms.csv', '--store', 'a'])
    assert.match(unchanged.stdout, /^nothing to change: store a stays at edition 2: 1 group of synonyms, 1 one-way/)
    assert.match((await place.run(args)).stderr, /synonyms\.csv exists already; name a new file, or .* --overwrite\n/)

    writeFileSync(place.path('synonyms.csv'), text.replace('# gumboots =>', 'gumboots =>'))
    const forgotten = await place.run(['synonyms', 'synonyms.csv', '--store', 'a'])
    assert.match(forgotten.stderr, /has no synonyms of "gumboots"; expected some after the =>/)
    writeFileSync(place.path('synonyms.csv'), text.replace('# gumboots =>', 'gumboots => red shirt'))
    assert.match(
      (await place.run(['synonyms', 'synonyms.csv', '--store', 'a'])).stdout,
      /edition 3: 1 group .*, 2 one-way/,
    )
    assert.equal(
      (await place.run([...args, '--overwrite'])).stderr,
      'wrote synonyms.csv: 0 searches without a result to complete\n',
    )
    const completed = readFileSync(place.path('synonyms.csv'), 'utf8')
    assert.match(completed, /\ngumboots => red shirt\n/)
    // Those that are declared already take no place of others.
    writeFileSync(place.path('log'), `${LOG}${line('poncho', 'none')}`)
    await place.run([...args, '--overwrite', '--limit', '1'])
    assert.match(readFileSync(place.path('synonyms.csv'), 'utf8'), /\n# poncho =>\n$/)
  })

  test('writes a file without a synonym for a store that has none: it is refused and changes nothing', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    await place.run(['searches', '-', '--store', 'a', '--synonyms', 'new.csv'], {}, LOG)
    const { code, stderr } = await place.run(['synonyms', 'new.csv', '--store', 'a'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: nothing was changed: new\.csv has no synonyms/)
  })

  test('tells the searches of each market apart', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    await place.run(['store', 'set', 'a', '--currency', 'EUR'])
    await place.run(['market', 'add', 'a', 'de', '--language', 'de', '--currency', 'EUR'])
    const log = place.path('s.ndjson')
    const { server, url } = await serve(place, ['--search-log', 's.ndjson'])
    for (const market of ['', 'de', 'de'])
      await fetch(`${url}/store/products?search=poncho&market=${market}`, { headers: { 'x-store-id': 'a' } })
    await until(async () => linesIn(log).length === 3)
    server.child.kill('SIGTERM')
    await server.waitForExit()
    assert.deepEqual(Object.keys(linesIn(log)[1]!).slice(1, 4), ['store', 'market', 'words'])
    const all = await place.run(['searches', 's.ndjson'])
    assert.match(
      all.stdout,
      /\nSEARCHES {2}LAST +OUTCOME {2}MARKET {2}WORDS\n2 +\S+ +none +de +poncho\n1 +\S+ +none +poncho/,
    )
    const german = ['searches', 's.ndjson', '--market', 'de']
    const { searches, none } = JSON.parse((await place.run([...german, '--json'])).stdout)
    assert.deepEqual([searches, none[0].store, none[0].market, none[0].count], [2, 'a', 'de', 2])
    const other = await place.run(['searches', 's.ndjson', '--store', 'a', '--market', 'fr'])
    assert.equal(other.stderr, 'vitrine: the log has no searches of market fr of store a\n')
    await place.run([...german, '--synonyms', 'de.csv'])
    const file = readFileSync(place.path('de.csv'), 'utf8')
    assert.match(file, /^# Synonyms of market de of store a\. .* vitrine synonyms de\.csv --store a --market de\n/)
    assert.match(file, /# searched 2 times, .*\n# poncho =>/)
    await place.run(['searches', 's.ndjson', '--synonyms', 'store.csv'])
    assert.match(readFileSync(place.path('store.csv'), 'utf8'), /# searched once, .*\n# poncho =>/)
  })

  test('asks whose synonyms to write if the log has several stores, and refuses wrong options', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const several = LOG + line('boots', 'none', 1, 'b')
    const asked = await place.run(['searches', '-', '--synonyms', 'new.csv'], {}, several)
    assert.equal(asked.stderr, 'vitrine: the log has searches of 2 stores; --store names the one of the synonyms\n')
    assert.ok(!existsSync(place.path('new.csv')))
    for (const args of [['-', '--overwrite'], ['-', '-'], ['-', '--limit', '0'], ['-', '--store', '?'], []])
      assert.equal((await place.run(['searches', ...args], {}, LOG)).code, 2, args.join(' '))
  })

  test('bounds its memory, and says that rare searches are missing', async () => {
    using place = new WorkingDirectory()
    const rare = Array.from({ length: 310_000 }, (_, number) => line(`word${number}`, 'none'))
    const log = gzipSync(LOG + rare.join('') + line('gumboots', 'none'))
    const { stdout } = await place.run(['searches', '-', '--json', '--limit', '1'], {}, log)
    const { searches, outcomes, none, forgotRare } = JSON.parse(stdout)
    assert.equal(forgotRare, true)
    assert.deepEqual([searches, outcomes.none, none[0].words, none[0].count], [310_009, 310_005, 'gumboots', 4])
    const text = await place.run(['searches', '-'], {}, log)
    assert.match(text.stdout, /\nthere are very many different searches: rare ones are missing below\n/)
  })
})
