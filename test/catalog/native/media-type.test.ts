import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf, mediaTypeOf } from '@vitrine/catalog/native/media-type'

const PATHS: [string, string, string][] = [
  ['https://cdn.example.com/p/shirt.jpg', 'shirt.jpg', 'image/jpeg'],
  ['/p/Shirt.WEBP?width=100&f=a/b.png#x', 'Shirt.WEBP', 'image/webp'],
  ['p/%C3%A9t%C3%A9.svg', 'été.svg', 'image/svg+xml'],
  ['p/100%.mp4', '100%.mp4', 'video/mp4'],
  ['p/a%00.png', 'a%00.png', 'image/png'],
  ['shirt', 'shirt', 'application/octet-stream'],
  ['p/shirt.unheard', 'shirt.unheard', 'application/octet-stream'],
  ['p/v1.jpg/', 'v1.jpg', 'image/jpeg'],
  ['/', '/', 'application/octet-stream'],
  ['?a=b', '?a=b', 'application/octet-stream'],
]

for (const [path, name, type] of PATHS) {
  test(`${path} has the name “${name}” and the type ${type}`, () => {
    assert.equal(fileNameOf(path), name)
    assert.equal(mediaTypeOf(path), type)
  })
}
