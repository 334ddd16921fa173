import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedId } from '@vitrine/catalog/uuid'
import { accepted, problems, shirt, warnings } from '../../convert/reading.ts'

const ID = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b'
const PATH = 'https://cdn.example.com/a%20b.JPG?v=2'

test('missing fields of a file are taken from its path', async () => {
  const product = await accepted(shirt({ files: [{ file: { path: PATH } }] }, { files: [{ file: { path: PATH } }] }))
  assert.deepEqual(product.files, [
    { id: derivedId('demo', 'file', 'shirt', PATH), priority: 0, file: { path: PATH, mimeType: 'image/jpeg' } },
  ])
  assert.deepEqual(product.variants[0]!.files, [
    {
      id: derivedId('demo', 'file', 'shirt', 'S1', PATH),
      priority: 0,
      file: {
        id: derivedId('demo', 'stored-file', PATH),
        originalName: 'a b.JPG',
        fileName: 'a b.JPG',
        mimeType: 'image/jpeg',
        fileSize: 0,
        path: PATH,
      },
    },
  ])
})

test('a file may be only its path', async () => {
  const product = await accepted(
    shirt({ files: [PATH] }, { files: [PATH, { priority: -1, file: { path: '/b.png' } }] }),
  )
  assert.deepEqual(product.files, (await accepted(shirt({ files: [{ file: { path: PATH } }] }))).files)
  assert.deepEqual(
    product.variants[0]!.files.map(({ file }) => file.path),
    ['/b.png', PATH],
  )
  assert.deepEqual(await problems(shirt({ files: [' '] })), ['files[0].file.path is blank: the URL of the file'])
})

const FULL = {
  id: ID,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  priority: -3,
  file: {
    id: ID,
    createdAt: '2026-01-03T00:00:00.000Z',
    updatedAt: '2026-01-04T00:00:00.000Z',
    originalName: 'o.gif',
    fileName: 'f.gif',
    mimeType: 'image/gif',
    fileSize: 5,
    path: 'x',
    alt: 'A cup',
    width: 400,
    height: 300,
  },
}

test('variants keep the complete file, products only the fields that are served', async () => {
  const product = await accepted(shirt({ files: [FULL] }, { files: [FULL] }))
  assert.equal(JSON.stringify(product.variants[0]!.files), JSON.stringify([FULL]))
  assert.deepEqual(product.files, [
    { id: ID, priority: -3, file: { path: 'x', mimeType: 'image/gif', alt: 'A cup', width: 400, height: 300 } },
  ])
  const file = { file: { path: 'x', fileSize: 1 } }
  assert.deepEqual(await warnings(shirt({ files: [FULL, file] }), shirt({ files: [file] })), [
    'files have only id, priority, path, mimeType, alt, width and height on a product; other fields are ignored',
  ])
})

test('files are sorted by priority, then in the order of the list, and a path may occur twice', async () => {
  const files = [
    { priority: 2, path: 'a' },
    { path: 'b' },
    { path: 'a' },
    { priority: 1, path: 'c' },
    { priority: 0, path: 'b' },
  ]
  const product = await accepted(shirt({ files: files.map(({ path, ...entry }) => ({ ...entry, file: { path } })) }))
  assert.deepEqual(
    product.files.map(({ id, priority, file }) => [file.path, priority, id]),
    [
      ['b', 0, derivedId('demo', 'file', 'shirt', 'b', '4')],
      ['b', 1, derivedId('demo', 'file', 'shirt', 'b')],
      ['c', 1, derivedId('demo', 'file', 'shirt', 'c')],
      ['a', 2, derivedId('demo', 'file', 'shirt', 'a')],
      ['a', 2, derivedId('demo', 'file', 'shirt', 'a', '2')],
    ],
  )
})

test('invalid files are problems', async () => {
  const files = [
    5,
    {},
    { file: {} },
    { file: { path: ' ' }, priority: 1.5 },
    { file: { path: 'x', fileSize: -1, mimeType: 5 }, id: ID },
    { file: { path: 'x', id: '?' }, id: ID, createdAt: 'x' },
  ]
  assert.deepEqual(await problems(shirt({}, { files })), [
    'variants[0].files[0] is 5: a file: its path, or an object with a file that has a path',
    'variants[0].files[1].file is missing: an object with the path of the file',
    'variants[0].files[2].file.path is missing: the URL of the file',
    'variants[0].files[3].file.path is blank: the URL of the file',
    'variants[0].files[3].priority is 1.5: a whole number',
    `variants[0].files[5].id is "${ID}", which variants[0].files[4] also has: a unique id`,
    'variants[0].files[4].file.mimeType is 5: text',
    'variants[0].files[4].file.fileSize is -1: a whole number of bytes, 0 or more',
    'variants[0].files[5].createdAt is "x": a date and time such as 2026-03-14T09:26:53Z',
    'variants[0].files[5].file.id is "?": a UUID such as 8f14e45f-ceea-467f-a9d3-3f6c1b2a0d11',
  ])
  assert.deepEqual(await problems(shirt({ files: 'x' })), ['files is "x": a list of files'])
})
