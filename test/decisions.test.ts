import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

const FOLDER = resolve(import.meta.dirname, '../docs/decisions')
const LIST = readFileSync(resolve(FOLDER, 'README.md'), 'utf8')
const RECORDS = globSync('[0-9]*.md', { cwd: FOLDER }).sort()

/** The first lines of a record: its number and title, its date and its status. */
const HEADING = /^# (\d+)\. (.+)\n\nDate: (\S+) · Status: (accepted|amended|superseded)(?: by \[(\d+)\])?/

/** The numbers without a record, as the page lists them. */
const UNUSED = /The numbers\s+([\d,\sand]+)\s+were never used/

test('the table of decisions has the title, the date and the status of every record', () => {
  const rows = LIST.split('\n').filter((line) => /^\| \d/.test(line))
  assert.deepEqual(rows, RECORDS.map(rowOf))
})

test('every number up to the newest is of a record, or is listed as never used', () => {
  const recorded = RECORDS.map((file) => Number.parseInt(file, 10))
  const all = Array.from({ length: Math.max(...recorded) }, (_, index) => index + 1)
  const unused = (UNUSED.exec(LIST)?.[1]?.match(/\d+/g) ?? []).map(Number)
  assert.deepEqual(
    unused,
    all.filter((number) => !recorded.includes(number)),
  )
})

/** The row of the table for a record. */
function rowOf(file: string): string {
  const heading = HEADING.exec(readFileSync(resolve(FOLDER, file), 'utf8'))
  assert.ok(heading, `${file} begins with "# 1. Title", an empty line and "Date: 2026-01-31 · Status: accepted"`)
  const [, number, title, date, state, successor] = heading
  assert.equal(Number.parseInt(file, 10), Number(number), `the number of ${file}`)
  const status = state === 'superseded' && successor !== undefined ? `superseded by ${successor}` : state
  return `| ${number} | [${title}](${file}) | ${date} | ${status} |`
}
