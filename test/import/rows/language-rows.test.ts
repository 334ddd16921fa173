import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { phrasesOf } from '@vitrine/import/rows/language-rows'
import cells from '../../../packages/import/any-table/cell-words.json' with { type: 'json' }
import headers from '../../../packages/import/any-table/header-words.json' with { type: 'json' }
import prestashop from '../../../packages/import/platforms/prestashop-headers.json' with { type: 'json' }
import truth from '../../../packages/import/rows/truth-words.json' with { type: 'json' }

const FILES = [cells, headers, truth, prestashop]
const ROWS = [cells, headers, truth, headers.roles, prestashop.columns].flatMap((lists) =>
  Object.values<unknown>(lists).flatMap((rows) => (Array.isArray(rows) ? (rows as string[]) : [])),
)

describe('the word lists in several languages', () => {
  test('a row names its languages by their codes', () => {
    const wrong = ROWS.filter((row) => !languagesOf(row).every(isLanguage))
    assert.deepEqual(wrong, [])
  })

  test('no phrase is blank, padded, or twice in one row', () => {
    const wrong = ROWS.filter((row) => {
      const phrases = phrasesOf([row])
      const isClean = phrases.every((phrase) => phrase !== '' && phrase === phrase.trim() && !/[|\n]/.test(phrase))
      return !isClean || new Set(phrases).size < phrases.length
    })
    assert.deepEqual(wrong, [])
  })

  test('each file says what its words are', () => {
    for (const { about } of FILES) assert.match(about, /^[A-Z].*\.$/)
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
