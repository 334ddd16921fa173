import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { BROKEN, lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

// The quick run has these tests of `vitrine import`, because they start four processes only. The others are in import.test.ts.

/** A folder with a store `a`, and `catalog.ndjson`. */
async function shop(products: readonly unknown[]): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await writeFile(place.path('catalog.ndjson'), lines(products))
  return place
}

async function editionOf(place: WorkingDirectory) {
  const { number, productCount } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).edition
  return { number, productCount }
}

const IMPORT = ['import', 'catalog.ndjson', '--store', 'a']

test('vitrine import publishes a catalog, and prints a summary and a line for each step', async () => {
  using place = await shop([SHIRT, TEAPOT])
  const { code, stdout, stderr } = await place.run(IMPORT)
  assert.equal(code, 0)
  assert.equal(
    stderr,
    'reading catalog.ndjson\nupdating the search index\nsorting the products\npublishing the edition\n' +
      'language: the texts do not tell it, so a word does not find its other forms; `vitrine store set a --language …` sets it\n' +
      'currency: neither the file nor the store names one, so prices are shown without; `vitrine store set a --currency …` sets it\n' +
      'search: it looks in names and descriptions first, and in labels and options only if these have nothing; `vitrine store set a --search-in all` makes it look in all\n',
  )
  assert.match(
    stdout,
    /^created +2\nchanged +0\nunchanged +0\nremoved +0\nskipped +0\nseconds +\d+\.\d\d\nstore a is now at edition 1: 2 products, 3 variants\n2 products read: [^\n]* no picture[^\n]*\n$/,
  )
  assert.deepEqual(await editionOf(place), { number: 1, productCount: 2 })
})

test('vitrine import of a file with problems prints each problem and changes nothing', async () => {
  using place = await shop([SHIRT, BROKEN])
  const { code, stdout, stderr } = await place.run(IMPORT)
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^line 2: name is .*; expected .*$/m)
  assert.match(stderr, /^line 2: variants\[0\]\.price is -5.*; expected a price of 0 or more/m)
  assert.match(
    stderr,
    /\nvitrine: nothing was changed: 2 problems in 1 product; --skip-invalid leaves the product out and imports the others\n$/,
  )
  assert.deepEqual(await editionOf(place), { number: 0, productCount: 0 })
})
