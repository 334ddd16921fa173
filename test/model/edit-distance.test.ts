import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance } from './edit-distance.ts'

test('the edit distance agrees with distances counted by hand', () => {
  const counted: [string, string, number][] = [
    ['shirt', 'shirt', 0],
    ['shirt', 'shir', 1],
    ['shirt', 'shiirt', 1],
    ['shirt', 'skirt', 1],
    ['shirt', 'shrit', 1],
    ['shirt', 'hsirt', 1],
    ['shirt', 'hsitr', 2],
    ['red', 'der', 2],
    // Editing a part twice would need only 2: "ca", "ac", "abc".
    ['ca', 'abc', 3],
    ['', 'red', 3],
    ['kitten', 'sitting', 3],
    // Each letter is one code point of two UTF-16 units.
    ['\u{10428}\u{10429}', '\u{10429}\u{10428}', 1],
    ['\u{10428}', '\u{10429}', 1],
    ['меха', 'мех', 1],
  ]
  for (const [one, other, distance] of counted) {
    assert.equal(editDistance(one, other), distance, `${one} ${other}`)
    assert.equal(editDistance(other, one), distance, `${other} ${one}`)
  }
})
