// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { workbook } from '../convert/spreadsheet/workbook-file.ts'
import { WorkingDirectory } from './vitrine.ts'

const IMPORT = ['import', 'list.csv', '--store', 'a']
/** The price is in a column that is not called so. */
const LIST = 'Artikel;Kostet;Größe;Notiz\nHut;5,00 €;S;Regal 3\nHut;6,00 €;M;\n'

async function shop(list: string | Uint8Array = LIST): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await writeFile(place.path('list.csv'), list)
  return place
}

/** The names and prices of what the store has. */
async function exported(place: WorkingDirectory): Promise<string[]> {
  const { stdout } = await place.run(['export', '--store', 'a'])
  const products = stdout.split('\n').filter((line) => line.startsWith('{'))
  const texts = products.map((line) => {
    const { name, variants } = JSON.parse(line)
    return `${name} ${variants.map(({ price }: { price: string }) => price).join(' ')}`
  })
  return texts.sort()
}

describe('vitrine import of a table of no known format', () => {
  test('takes a guess that is certain and shows it, with the way to change it', async () => {
    using place = await shop(LIST.replace('Kostet', 'Preis'))
    const { code, stdout, stderr } = await place.run(IMPORT)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^list\.csv is of no known format\..* become:\n\ncolumn {3}becomes/m)
    assert.match(stderr, /^If one is wrong: --write-columns columns\.json/m)
    assert.match(stdout, /store a is now at edition 1: 1 product, 2 variants/)
    assert.equal((await place.run(['import', '-', '--store', 'a'], {}, 'Name,Price\nCap,7\n')).code, 0)
    assert.deepEqual(await exported(place), ['Cap 7.00', 'Hut 5.00 6.00'])
  })

  test('shows another guess and refuses without a terminal, with the two ways on', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(IMPORT)
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^list\.csv is of no known format\..*\n\ncolumn {3}becomes {8}such as\nArtikel {2}product name {3}Hut\n/m,
    )
    assert.match(stderr, /^Kostet +price +5,00 € · 6,00 €\nGröße +option: Größe +S · M\nNotiz +not used +Regal 3\n\n/m)
    assert.match(stderr, /nothing was changed: .* import with --yes\. .*--write-columns columns\.json/)
    assert.deepEqual(await exported(place), [])
  })

  test('takes the guess with --yes, from a file or from standard input', async () => {
    using place = await shop()
    assert.match((await place.run([...IMPORT, '--yes'])).stdout, /store a is now at edition 1: 1 product, 2 variants/)
    assert.deepEqual(await exported(place), ['Hut 5.00 6.00'])
    const piped = await place.run(['import', '-', '--store', 'a', '--yes'], {}, 'Name,Costs\nCap,7 EUR\n')
    assert.equal(piped.code, 0, piped.stderr)
    assert.equal((await place.run(['import', '-', '--store', 'a'], {}, 'Name,Costs\nCap,7 EUR\n')).code, 1)
    assert.deepEqual(await exported(place), ['Cap 7.00', 'Hut 5.00 6.00'])
  })

  test('writes the guess to a file, which can be edited and imports without a question', async () => {
    using place = await shop()
    const written = await place.run([...IMPORT, '--write-columns', 'columns.json'])
    assert.equal(written.code, 0, written.stderr)
    const text = await readFile(place.path('columns.json'), 'utf8')
    assert.deepEqual(JSON.parse(text), {
      Artikel: 'product name',
      Kostet: 'price',
      Größe: 'option: Größe',
      Notiz: 'not used',
    })
    assert.match(
      (await place.run([...IMPORT, '--write-columns', 'columns.json'])).stderr,
      /columns\.json exists already/,
    )
    const { stderr: missing } = await place.run([...IMPORT, '--columns', 'gone.json'])
    assert.match(missing, /^vitrine: file gone\.json does not exist; expected a JSON object that maps headers$/m)
    await writeFile(place.path('columns.json'), text.replace('option: Größe', 'option: Size'))
    const { code, stderr } = await place.run([...IMPORT, '--columns', 'columns.json'])
    assert.equal(code, 0, stderr)
    assert.match((await place.run(['export', '--store', 'a'])).stdout, /"name":"Size"/)
  })

  test('tries the guess with --dry-run and reports it with --json', async () => {
    using place = await shop()
    const { code, stdout, stderr } = await place.run([...IMPORT, '--dry-run', '--json'])
    assert.equal(code, 0)
    const { outcome, format, created, unused } = JSON.parse(stdout)
    assert.deepEqual([outcome, format, created, unused], ['tried', 'table', 1, ['Notiz']])
    assert.match(stderr, /^Artikel +product name/m)
    assert.deepEqual(await exported(place), [])
  })

  test('is refused with what is missing, even with --yes', async () => {
    using place = await shop('Date;Amount\n1;2\n')
    const { code, stderr } = await place.run([...IMPORT, '--yes'])
    assert.equal(code, 1)
    assert.match(stderr, /nothing was changed: No column is certain to be the name\. --write-columns/)
  })

  test('refuses to write the columns of a known format', async () => {
    using place = await shop('Handle,Title,Variant Price\nhat,Hat,5\n')
    const { code, stderr } = await place.run([...IMPORT, '--write-columns', 'columns.json'])
    assert.deepEqual([code, /is of a known format/.test(stderr)], [1, true])
  })

  test('asks at a terminal', { skip: spawnSync('script', ['--version']).error !== undefined }, async () => {
    using place = await shop()
    const no = place.onTerminal('import list.csv --store a')
    await no.waitFor(/Import the file with these columns\? \[y\/N\]/)
    no.child.stdin!.write('n\r')
    assert.equal((await no.waitForExit()).code, 1)
    assert.deepEqual(await exported(place), [])
    const yes = place.onTerminal('import list.csv --store a')
    await yes.waitFor(/\[y\/N\]/)
    yes.child.stdin!.write('y\r')
    assert.equal((await yes.waitForExit()).code, 0)
    assert.deepEqual(await exported(place), ['Hut 5.00 6.00'])
  })
})

describe('vitrine import of a spreadsheet', () => {
  const sheets = [
    {
      name: 'Soaps',
      rows: [
        ['Handle', 'Title', 'Variant SKU', 'Variant Price'],
        ['soap', 'Soap', 'S', 5],
      ],
    },
    {
      name: 'Prices',
      rows: [
        ['sku', 'price'],
        ['S', 6.5],
      ],
    },
  ]

  test('reads a sheet as a table, also with --only', async () => {
    using place = await shop(workbook({ sheets }))
    assert.equal((await place.run(IMPORT)).code, 0)
    assert.deepEqual(await exported(place), ['Soap 5.00'])
    const { code, stderr } = await place.run([...IMPORT, '--only', 'price', '--sheet', 'Prices'])
    assert.equal(code, 0, stderr)
    assert.deepEqual(await exported(place), ['Soap 6.50'])
  })
})
