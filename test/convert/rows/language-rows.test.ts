import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { headerPhrase } from '@vitrine/convert/any-table/header-phrase'
import { phrasesOf } from '@vitrine/convert/rows/language-rows'
import cells from '../../../packages/convert/any-table/cell-words.json' with { type: 'json' }
import headers from '../../../packages/convert/any-table/header-words.json' with { type: 'json' }
import prestashop from '../../../packages/convert/platforms/prestashop-headers.json' with { type: 'json' }
import truth from '../../../packages/convert/rows/truth-words.json' with { type: 'json' }
import { COMPLETE_ONLY } from '../../quick.ts'

const FILES = [cells, headers, truth, prestashop]
const ROWS = [cells, headers, truth, headers.roles, headers.qualifiers, prestashop.columns].flatMap((lists) =>
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

  test('no word of a cell says two opposite things, in any two languages', { skip: COMPLETE_ONLY }, () => {
    const inBoth = (some: readonly string[], others: readonly string[]) =>
      phrasesOf(some).filter((phrase) => phrasesOf(others).includes(phrase))
    const hidden = [...cells.notPublic, ...cells.draft, ...cells.archived, ...cells.private]
    assert.deepEqual(inBoth(cells.yes, [...cells.no, ...cells.soldOut, ...hidden]), [])
    assert.deepEqual(inBoth(cells.no, [...cells.inStock, ...cells.public]), [])
    assert.deepEqual(inBoth(cells.inStock, cells.soldOut), [])
    assert.deepEqual(inBoth(cells.public, hidden), [])
  })

  test('no name has two roles', { skip: COMPLETE_ONLY }, () => {
    const names = phrasesOf(Object.values(headers.roles).flat())
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) < index),
      [],
    )
  })

  test('the names of a role are as headers are compared', () => {
    const names = phrasesOf(Object.values(headers.roles).flat())
    assert.deepEqual(
      names.filter((name) => headerPhrase(name) !== name),
      [],
    )
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
    /^[a-z]{2,3}(?:-[A-Z][a-z]{3}|-[A-Z]{2})?$/.test(code) &&
    new Intl.DisplayNames('en', { type: 'language' }).of(code) !== code
  )
}
