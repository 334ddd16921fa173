import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import cells from '../../../packages/import/any-table/cell-words.json' with { type: 'json' }
import headers from '../../../packages/import/any-table/header-words.json' with { type: 'json' }

const { about: aboutCells, ...cellLists } = cells
const { about: aboutHeaders, roles, ...headerLists } = headers
const LISTS = Object.entries({ ...cellLists, ...headerLists, ...roles })

describe('the word lists of tables', () => {
  test('a row names its languages by their codes', () => {
    const wrong = LISTS.flatMap(([, rows]) => rows).filter((row) => !languagesOf(row).every(isLanguage))
    assert.deepEqual(wrong, [])
  })

  test('no phrase is blank, padded, or twice in one row', () => {
    const wrong = LISTS.flatMap(([, rows]) => rows).filter((row) => {
      const phrases = row.slice(row.indexOf(': ') + 2).split(' | ')
      const isClean = phrases.every((phrase) => phrase !== '' && phrase === phrase.trim() && !/[|:,\n]/.test(phrase))
      return !isClean || new Set(phrases).size < phrases.length
    })
    assert.deepEqual(wrong, [])
  })

  test('each file says where its words come from', () => {
    for (const about of [aboutCells, aboutHeaders]) assert.match(about, /from (?:exports|files)/)
  })
})

function languagesOf(row: string): string[] {
  return row.slice(0, Math.max(0, row.indexOf(': '))).split(', ')
}

function isLanguage(code: string): boolean {
  return (
    /^[a-z]{2}(?:-[A-Z][a-z]{3})?$/.test(code) && new Intl.DisplayNames('en', { type: 'language' }).of(code) !== code
  )
}
