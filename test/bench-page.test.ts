import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { benchPage, PAGE } from '../build/bench-page.ts'

describe('the page of the benchmarks', () => {
  const page = readFileSync(PAGE, 'utf8')

  test('has the tables that the results make: npm run bench:page writes them', () => {
    assert.equal(page, benchPage(page))
  })

  test('has at most 300 lines', () => {
    assert.ok(page.split('\n').length <= 300)
  })

  test('has a table only for a file that there is', () => {
    assert.throws(() => benchPage('<!-- table: no-such-file -->\n<!-- end -->'), /no-such-file\.json/)
  })

  test('gets other tables when a figure in it is changed by hand', () => {
    const changed = page.replace(/\| import \| [\d,]+ /, '| import | 1 ')
    assert.notEqual(changed, page)
    assert.equal(benchPage(changed), page)
  })
})
