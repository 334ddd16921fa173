// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { storeId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Publication } from '@vitrine/engine/edition/publication'
import { collected } from '../convert/reading.ts'
import { lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

describe('vitrine store add', () => {
  test('creates the store and the database', async () => {
    using place = new WorkingDirectory()
    const added = await place.run(['store', 'add', 'books', '--name', 'Books'])
    assert.equal(added.code, 0)
    assert.match(added.stdout, /^created store books; /)
    assert.ok(existsSync(place.path('data/vitrine.db')))

    const shown = await place.run(['store', 'show', 'books', '--json'])
    const { id, name, taxRate, edition } = JSON.parse(shown.stdout)
    assert.deepEqual([id, name], ['books', 'Books'])
    assert.deepEqual([taxRate.name, taxRate.rate, taxRate.isDefault], ['No tax', 0, true])
    assert.deepEqual([edition.number, edition.productCount, edition.variantCount], [0, 0, 0])
  })

  test('changes the tax rate, which publishes an edition', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    const set = await place.run(['store', 'set', 'a', '--tax-rate', '21', '--currency', 'EUR'])
    assert.match(set.stdout, /currency EUR; tax rate VAT, 21 %; edition 2\n$/)
    const again = await place.run(['store', 'set', 'a', '--tax-rate', '21'])
    assert.match(again.stdout, /tax rate VAT, 21 %\n$/)
    const { edition, taxRate } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.deepEqual([edition.number, taxRate.name, taxRate.rate], [2, 'VAT', 21])
    const alone = await place.run(['store', 'set', 'a', '--tax-name', 'VAT'])
    assert.deepEqual([alone.code, alone.stderr.includes('--tax-name requires --tax-rate')], [2, true])
  })

  test('changes settings and the tax rate at once', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    await place.withStore('b')
    const newest = async () => {
      await using catalogs = await openCatalogs(place.path('data/vitrine.db'), 'require')
      const { store, publications } = await catalogs.current(storeId('a')!).then(async (edition) => ({
        store: edition.store,
        publications: await collected(edition.publications()),
      }))
      const [{ previous, edition, also }] = publications as [Publication]
      return [publications.length, previous, edition, also.join(), store.currency, store.order, store.taxRate.rate]
    }
    const [count] = (await newest()) as [number]
    await place.run(['store', 'set', 'a', '--tax-rate', '21', '--currency', 'EUR'])
    assert.deepEqual(await newest(), [count + 1, 1, 2, 'settings', 'EUR', undefined, 21])
    await place.run(['store', 'set', 'a', '--tax-rate', '21', '--order', 'popularity'])
    assert.deepEqual(await newest(), [count + 2, 2, 2, 'settings', 'EUR', 'popularity', 21])
    await place.run(['store', 'set', 'a', '--tax-rate', '21'])
    assert.deepEqual((await newest())[0], count + 2)

    await place.run(['store', 'set', 'b', '--host', 'b.example'])
    const taken = await place.run(['store', 'set', 'a', '--tax-rate', '7', '--host', 'b.example'])
    assert.equal(taken.code, 1)
    assert.deepEqual(await newest(), [count + 2, 2, 2, 'settings', 'EUR', 'popularity', 21])
  })

  test('stores the tax rate', async () => {
    using place = new WorkingDirectory()
    await place.run(['store', 'add', 'a', '--name', 'A', '--tax-rate', '7.5', '--tax-name', 'MwSt'])
    const { taxRate } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.deepEqual([taxRate.name, taxRate.rate, taxRate.isDefault], ['MwSt', 7.5, true])
  })

  test('refuses an existing store', async () => {
    using place = new WorkingDirectory()
    await place.run(['store', 'add', 'a', '--name', 'A'])
    const { code, stderr } = await place.run(['store', 'add', 'a', '--name', 'B'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: there is already a store a; `vitrine store show a` shows it\n$/)
    assert.equal(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).name, 'A')
  })
})

describe('the order of lists of a store', () => {
  test('is newest first unless it is set', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    assert.match((await place.run(['store', 'show', 'a'])).stdout, /\norder +the newest first \(default\)\n/)
    const set = await place.run(['store', 'set', 'a', '--order', 'Popularity'])
    assert.match(set.stdout, /; order the most popular first\n$/)
    assert.equal(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).order, 'popularity')
    const unset = await place.run(['store', 'set', 'a', '--order', 'createdAt'])
    assert.match(unset.stdout, /; order the newest first \(default\)\n$/)
    const wrong = await place.run(['store', 'set', 'a', '--order', 'price'])
    assert.deepEqual([wrong.code, wrong.stderr.includes('Expected createdAt or popularity.')], [2, true])
  })
})

describe('the place of products of a store that are out of stock', () => {
  test('is as if in stock unless it is set', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    assert.match((await place.run(['store', 'show', 'a'])).stdout, /\nout of stock +as if in stock \(default\)\n/)
    const set = await place.run(['store', 'set', 'a', '--out-of-stock', 'last'])
    assert.match(set.stdout, /; out of stock last\n$/)
    assert.equal(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).outOfStock, 'last')
    const unset = await place.run(['store', 'set', 'a', '--out-of-stock', 'default'])
    assert.match(unset.stdout, /; out of stock as if in stock \(default\)\n$/)
    const wrong = await place.run(['store', 'set', 'a', '--out-of-stock', 'first'])
    assert.deepEqual([wrong.code, wrong.stderr.includes('Allowed choices are last, default.')], [2, true])
  })
})

describe('the words of a store', () => {
  test('are folded, each once, and none removes them', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    assert.match((await place.run(['store', 'show', 'a'])).stdout, /\nstop words +not set\nexact words +not set\n/)
    const words = ['--stop-words', "Shop, Levi's,shop", '--exact-words', 'Äpple']
    const set = await place.run(['store', 'set', 'a', ...words])
    assert.match(set.stdout, /; stop words shop, levis; exact words apple(?:;|\n)/)
    const { stopWords, exactWords } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.deepEqual([stopWords, exactWords], [['shop', 'levis'], ['apple']])
    await place.run(['store', 'set', 'a', '--stop-words', 'none', '--exact-words', ' None '])
    assert.match((await place.run(['store', 'show', 'a'])).stdout, /\nstop words +not set\nexact words +not set\n/)
  })

  test('are shown in part if they are many', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    const words = Array.from({ length: 1000 }, (_, at) => `word${at}`)
    const set = await place.run(['store', 'set', 'a', '--exact-words', words.join()])
    assert.match(set.stdout, /; exact words word0, .* word19 and 980 more(?:;|\n)/)
    assert.deepEqual(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).exactWords, words)
  })

  test('are refused with what would be right', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const refusals: [words: string, sentence: string][] = [
      ['shop,t-shirt', '"t-shirt" is 2 words to a search: t, shirt. Expected words with commas between them, or none.'],
      ['a,,b', '"" is no word. Expected words with commas between them, or none.'],
      ['x'.repeat(101), `"${'x'.repeat(20)}…" has 101 letters. Expected at most 100.`],
      [Array.from({ length: 1001 }, (_, at) => `w${at}`).join(), 'These are 1,001 words. Expected at most 1,000.'],
    ]
    for (const option of ['--stop-words', '--exact-words'])
      for (const [words, sentence] of refusals) {
        const { code, stderr } = await place.run(['store', 'set', 'a', option, words])
        assert.deepEqual([code, stderr.includes(option), stderr.includes(sentence)], [2, true, true], stderr)
      }
  })
})

describe('the language and the searched fields of a store', () => {
  test('are given with store add, and changed with store set', async () => {
    using place = new WorkingDirectory()
    await place.run(['store', 'add', 'a', '--name', 'A', '--language', 'DE-at', '--search-in', 'sku,name,name'])
    const added = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.deepEqual([added.language, added.searchIn], ['de-AT', ['name', 'sku']])
    const shown = await place.run(['store', 'show', 'a'])
    assert.match(shown.stdout, /\nlanguage +de-AT\nsearch in +name, sku\n/)
    assert.match((await place.run(['store', 'list'])).stdout, /^a .* de-AT +name, sku$/m)

    const changed = await place.run(['store', 'set', 'a', '--language', 'fr', '--search-in', 'label', '--name', 'B'])
    assert.equal(changed.stdout, 'store a ("B"): language fr; search in label\n')
    const renamed = await place.run(['store', 'set', 'a', '--name', 'C'])
    assert.equal(renamed.stdout, 'store a ("C"): language fr; search in label\n')
    const none = await place.run(['store', 'set', 'a', '--language', 'none', '--search-in', 'default'])
    assert.equal(none.stdout, 'store a ("C"): language none; search in name, description (default)\n')
    for (const language of ['auto', '']) {
      const cleared = await place.run(['store', 'set', 'a', '--language', language, '--search-in', ''])
      assert.match(cleared.stdout, /language not recognised yet; search in name, description \(default\)/)
      const { language: stored, searchIn } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
      assert.deepEqual([stored, searchIn], [undefined, undefined])
    }
  })

  test('are accepted with a note if the language has no word forms', async () => {
    using place = new WorkingDirectory()
    const { code, stderr } = await place.run(['store', 'add', 'a', '--name', 'A', '--language', 'ja'])
    assert.equal(code, 0)
    assert.match(
      stderr,
      /^note: Vitrine has no word forms for the language ja: .*\nnote: languages .* are ar, bg, .*\n$/,
    )
    for (const language of ['hr', 'en-GB', 'none', 'auto'])
      assert.equal((await place.run(['store', 'set', 'a', '--language', language])).stderr, '')
  })

  test('are refused with the values that would be right', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const refusals: [string[], RegExp][] = [
      [['a', '--language', 'not a tag'], /Expected a BCP 47 tag such as de or pt-BR, none or auto/],
      [
        ['a', '--search-in', 'name,title'],
        /"title" is not a field. Expected some of name,label,option,sku,description/,
      ],
      [
        ['a'],
        /nothing to change; expected --name, --language, --search-in, --stop-words, --exact-words, --order, --out-of-stock, --currency, .* or --keep-for/,
      ],
    ]
    for (const [args, message] of refusals) {
      const { code, stderr } = await place.run(['store', 'set', ...args])
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
    const { code, stderr } = await place.run(['store', 'set', 'b', '--language', 'de'])
    assert.deepEqual([code, stderr], [1, 'vitrine: store b does not exist; `vitrine store list` lists all stores\n'])
  })
})

describe('the settings of a shop', () => {
  const SHOP = ['--currency', 'eur', '--public-name', 'Books & More', '--url', 'https://books.example']
  const ADDRESSES = ['--product-url', 'https://books.example/{slug}', '--host', 'Books.example,www.books.example']

  test('are given with store add, changed with store set, and removed with none', async () => {
    using place = new WorkingDirectory()
    const stored = async () => {
      const { currency, publicName, url, productUrl, hosts } = JSON.parse(
        (await place.run(['store', 'show', 'a', '--json'])).stdout,
      )
      return [currency, publicName, url, productUrl, hosts]
    }
    await place.run(['store', 'add', 'a', '--name', 'A', ...SHOP, ...ADDRESSES, '--host', 'shop.books.example'])
    const hosts = ['books.example', 'www.books.example', 'shop.books.example']
    const [url, productUrl] = ['https://books.example/', 'https://books.example/{slug}']
    assert.deepEqual(await stored(), ['EUR', 'Books & More', url, productUrl, hosts])
    const shown = await place.run(['store', 'show', 'a'])
    assert.match(shown.stdout, /\ncurrency +EUR\npublic name +Books & More\nurl +https:\S+\nproduct url +https:\S+\n/)
    assert.match(shown.stdout, /\nhosts +books.example, www.books.example, shop.books.example\n/)
    assert.match((await place.run(['store', 'list'])).stdout, / CURRENCY +LANGUAGE .*\na .* EUR +not recognised yet /)

    const changed = await place.run(['store', 'set', 'a', '--currency', 'JPY', '--public-name', 'none', '--host', ''])
    assert.equal(
      changed.stdout,
      `store a ("A"): language not recognised yet; search in name, description (default); currency JPY; url ${url}; ` +
        `product url ${productUrl}\n`,
    )
    assert.deepEqual(await stored(), ['JPY', undefined, url, productUrl, undefined])
    const none = ['--currency', 'none', '--url', 'none', '--product-url', 'None', '--host', 'none']
    assert.equal((await place.run(['store', 'set', 'a', ...none])).code, 0)
    assert.deepEqual(await stored(), [undefined, undefined, undefined, undefined, undefined])
    assert.match((await place.run(['store', 'show', 'a'])).stdout, /\ncurrency +not set\n/)
  })

  test('are refused with what would be right', async () => {
    using place = await new WorkingDirectory().withStore('a')
    for (const [option, value, message] of [
      ['--currency', 'EURO', /currency is "EURO"; expected a currency code of ISO 4217, such as EUR/],
      ['--url', 'books.example', /url is "books.example"; expected an http or https URL without a user/],
      ['--product-url', 'https://books.example/', /expected an http or https URL with \{slug\}/],
      ['--host', 'books.example,http://a', /hosts is "http:\/\/a"; expected a host name without a scheme/],
      ['--public-name', 'a\nb', /expected a name on one line/],
    ] as const) {
      const { code, stderr } = await place.run(['store', 'set', 'a', option, value])
      assert.equal(code, 2, option)
      assert.match(stderr, message)
    }
  })

  test('are refused if another store has one of the hosts', async () => {
    using place = await (await new WorkingDirectory().withStore('a')).withStore('b')
    await place.run(['store', 'set', 'a', '--host', 'books.example'])
    const taken = 'vitrine: hosts has "books.example", which is a host of store a already\n'
    for (const args of [
      ['set', 'b', '--host', 'BOOKS.example'],
      ['add', 'c', '--name', 'C', '--host', 'books.example'],
    ]) {
      const { code, stderr } = await place.run(['store', ...args])
      assert.deepEqual([code, stderr], [1, taken])
    }
    assert.equal((await place.run(['store', 'show', 'c'])).code, 1)
  })
})

describe('vitrine store list and show', () => {
  test('print stores as text and as JSON', async () => {
    using place = new WorkingDirectory()
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT, TEAPOT]))
    await place.run(['store', 'add', 'b', '--name', 'B'])
    await place.run(['import', 'catalog.ndjson', '--store', 'a', '--create', '--name', 'Shop A'])

    const list = await place.run(['store', 'list'])
    assert.match(
      list.stdout,
      /^ID +NAME +EDITION +PRODUCTS +VARIANTS +PUBLISHED +CURRENCY +LANGUAGE +SEARCH IN\na +Shop A +1 +2 +3 .*\nb +B +0 +0 +0 .*\n$/,
    )
    const json = JSON.parse((await place.run(['store', 'list', '--json'])).stdout)
    assert.deepEqual(
      json.map((store: { id: string; edition: { productCount: number } }) => [store.id, store.edition.productCount]),
      [
        ['a', 2],
        ['b', 0],
      ],
    )
    const show = await place.run(['store', 'show', 'a'])
    assert.match(show.stdout, /tax rate +No tax, 0 %\n[\s\S]*products +2\nvariants +3\n$/)
  })

  test('refuse an unknown store', async () => {
    using place = new WorkingDirectory()
    await place.run(['store', 'add', 'a', '--name', 'A'])
    for (const args of [
      ['store', 'show', 'nobody'],
      ['store', 'remove', 'nobody', '--yes'],
      ['export', '--store', 'nobody'],
    ]) {
      const { code, stderr } = await place.run(args)
      assert.equal(code, 1)
      assert.match(stderr, /^vitrine: store nobody does not exist; `vitrine store list` lists all stores\n$/)
    }
  })
})

describe('vitrine store remove', () => {
  test('refuses to run without a terminal and without --yes', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const { code, stderr } = await place.run(['store', 'remove', 'a'], {}, 'y\n')
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^vitrine: nothing was removed: it cannot ask without a terminal; --yes skips the question “Remove store a .* and its 0 products\?”\n$/,
    )
    assert.equal((await place.run(['store', 'show', 'a'])).code, 0)
  })

  test('removes the store and its products with --yes', async () => {
    using place = new WorkingDirectory()
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT]))
    await place.run(['import', 'catalog.ndjson', '--store', 'a', '--create'])
    const removed = await place.run(['store', 'remove', 'a', '--yes'])
    assert.equal(removed.code, 0)
    assert.match(removed.stdout, /^removed store a\nthe file keeps its size, and the next imports use the room; /)
    assert.equal((await place.run(['store', 'show', 'a'])).code, 1)
    const again = await place.run(['import', 'catalog.ndjson', '--store', 'a', '--create', '--json'])
    assert.equal(JSON.parse(again.stdout).created, 1)
  })
})
