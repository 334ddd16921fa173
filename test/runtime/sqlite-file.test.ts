// Process of its own: it needs SQLite.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import { temporaryFolder as sqliteFolder } from '@vitrine/runtime/disk-room'
import { openFile } from '@vitrine/runtime/sqlite-file'
import { damageTable } from '../database/damage.ts'
import { temporaryFolder } from '../temporary.ts'

const isUnusable = (sentence: string) => (error: unknown) => {
  assert.ok(error instanceof VitrineError)
  assert.deepEqual([error.code, error.message.replace(/[\d.]+ MB/g, '… MB')], ['database-unusable', sentence])
  return true
}

describe('an error of SQLite', () => {
  test('on a full disk names the file and the folder of temporary files, and what is free', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'small.db')
    using file = openFile(path)
    file.exec('PRAGMA max_page_count = 2; CREATE TABLE notes (text)')
    const insert = file.prepare('INSERT INTO notes VALUES (zeroblob(?))')
    const sentence =
      `the disk with the database ${path} or the disk with temporary files (${sqliteFolder()}) is full: … MB are free and ` +
      '… MB are free; nothing was changed. Make room and try again.'
    assert.throws(() => insert.run(10_000), isUnusable(sentence))
    assert.throws(() => file.exec('CREATE TABLE others (text)'), isUnusable(sentence))
  })

  test('on a full disk of temporary files names their folder', () => {
    using file = openFile('')
    file.exec('PRAGMA max_page_count = 2; CREATE TABLE notes (text)')
    assert.throws(
      () => file.exec('INSERT INTO notes VALUES (zeroblob(10000))'),
      isUnusable(
        `the disk with temporary files (${sqliteFolder()}) is full: … MB are free; ` +
          'nothing was changed. Make room and try again.',
      ),
    )
  })

  test('in a damaged file names the file, however the rows are read', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'damaged.db')
    {
      using file = openFile(path)
      file.exec('CREATE TABLE notes (text); INSERT INTO notes VALUES (1)')
    }
    damageTable(path, 'notes')
    using file = openFile(path)
    const all = file.prepare('SELECT * FROM notes')
    const sentence = `the database ${path} cannot be used: database disk image is malformed, or the disk cannot read it. \`vitrine verify\` says which stores are damaged and what to do`
    assert.throws(() => all.get(), isUnusable(sentence))
    assert.throws(() => all.all(), isUnusable(sentence))
    assert.throws(() => [...all.iterate()], isUnusable(sentence))
  })

  test('that the program made is left as it is', () => {
    using file = openFile('')
    file.exec('CREATE TABLE notes (text NOT NULL)')
    assert.throws(() => file.exec('INSERT INTO notes VALUES (NULL)'), { code: 'ERR_SQLITE_ERROR' })
    assert.throws(() => file.prepare('SELECT * FROM others'), { code: 'ERR_SQLITE_ERROR' })
  })
})

test('a loop over rows that ends early lets go of the table', () => {
  using file = openFile('')
  file.exec('CREATE TABLE notes (text); INSERT INTO notes VALUES (1), (2)')
  for (const { text } of file.prepare('SELECT * FROM notes').iterate()) {
    assert.equal(text, 1)
    break
  }
  file.exec('DROP TABLE notes')
})
