import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainText } from '../../src/import/plain-text.ts'

const TEXTS: [string, string][] = [
  ['Plain, 5 < 6 & more\n  as it is', 'Plain, 5 < 6 & more\n  as it is'],
  ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<ul>\n  <li>Red</li>\n  <li>Blue</li>\n</ul>after', '• Red\n• Blue\n\nafter'],
  ['A &amp; B &ndash; 5&nbsp;&euro; &#x263A; &unheard;', 'A & B – 5 € ☺ &unheard;'],
  ['<style>p { color: red }</style><script>alert(1)</script>Seen<!-- not -->', 'Seen'],
  ['<table><tr><td>Width</td><td>5</td></tr><tr><td>Height</td><td>7</td></tr></table>', 'Width 5\nHeight 7'],
  ['line one\nline <b>two</b>', 'line one\nline two'],
  ['<p>one\ntwo</p>', 'one two'],
  ['<p title="a > b">Quoted</p', 'Quoted'],
]

for (const [html, text] of TEXTS) {
  test(`${JSON.stringify(html)} reads ${JSON.stringify(text)}`, () => {
    assert.equal(plainText(html), text)
  })
}

test('anything can be read, and no tag that a parser closes is left', () => {
  const part = fc.oneof(
    fc.constantFrom('<p>', '</p>', '<b', '>', '<script>', '</script>', '&', '&amp;', '<li>', '\n'),
    fc.string(),
  )
  fc.assert(fc.property(fc.array(part), (parts) => typeof plainText(parts.join('')) === 'string'))
})

test('a million tags within each other take a moment', () => {
  assert.equal(plainText('<b>'.repeat(1_000_000)).length, 0)
  assert.equal(plainText('<p>x</i>'.repeat(100_000)).length, 299_998)
  assert.equal(plainText('<'.repeat(1_000_000)).length, 1_000_000)
})
