import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeEntities, htmlToFlatText, htmlToPlainText } from '@vitrine/catalog/html-text'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

const PARTS = fc.array(
  fc.oneof(
    fc.constantFrom('<p>', '</p>', '<b', '>', '<script>', '</script>', '<svg/>', '&', '&amp;', '&#0;', '<li>', '\n'),
    fc.string(),
  ),
)

const DECODED: [string, string][] = [
  ['Caf&eacute; cr&egrave;me t&eacute;r', 'Café crème tér'],
  ['M&amp;M &#39;x&#x27; &lt;b&gt; 1&nbsp;2', "M&M 'x' <b> 1\u00a02"],
  ['&NotEqualTilde; &CounterClockwiseContourIntegral;', '≂̸ ∳'],
  ['&#0;&#x110000;&#xd800;&#128;', '\ufffd\ufffd\ufffd€'],
  ['AT&T, Salt & pepper, Bed&notebook, &unheard; &#; &', 'AT&T, Salt & pepper, Bed&notebook, &unheard; &#; &'],
  ['&amp;eacute;', '&eacute;'],
]

for (const [text, decoded] of DECODED) {
  test(`${text} decodes to ${decoded}`, () => assert.equal(decodeEntities(text), decoded))
}

describe('the flat text of HTML', () => {
  const TEXTS: [string, string][] = [
    ['plain > text', 'plain > text'],
    ['a < b & c', 'a < b & c'],
    ['<p class="a">Soft<br/>linen</p>', ' Soft  linen '],
    ['Caf&eacute; <b>M&amp;M</b> &lt;b&gt; &unheard;', 'Café  M&M  <b> &unheard;'],
    ['<style>p { color: red }</style>Seen<!-- a > b -->, <svg/>too', '  Seen,   too'],
    ['<p>Small <and cut off &amp; more', ' Small <and cut off & more'],
  ]
  for (const [html, text] of TEXTS) {
    test(`of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () => assert.equal(htmlToFlatText(html), text))
  }

  test('takes linear time for tags without an end', { skip: COMPLETE_ONLY }, () => {
    const html = '<a'.repeat(500_000)
    assert.equal(htmlToFlatText(html), html)
    assert.equal(htmlToFlatText(`<b>${html}`), ` ${html}`)
    assert.equal(htmlToFlatText(`${html}>`), ' ')
  })
})

describe('the plain text of HTML', () => {
  const TEXTS: [string, string][] = [
    ['Plain, 5 < 6 & more\n  as it is', 'Plain, 5 < 6 & more\n  as it is'],
    ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
    ['<ul>\n  <li>Red</li>\n  <li>Blue</li>\n</ul>after', '• Red\n• Blue\n\nafter'],
    ['A &amp; B &ndash; 5&nbsp;&euro; &#x263A; &unheard;', 'A & B – 5 € ☺ &unheard;'],
    ['<style>p { color: red }</style><script>alert(1)</script>Seen<!-- not -->', 'Seen'],
    ['One <svg viewBox="0 0 1 1"/>two', 'One two'],
    ['<table><tr><td>Width</td><td>5</td></tr><tr><td>Height</td><td>7</td></tr></table>', 'Width 5\nHeight 7'],
    ['line one\nline <b>two</b>', 'line one\nline two'],
    ['<p>one\ntwo</p>', 'one two'],
    ['<p title="a > b">Quoted</p', 'Quoted'],
  ]
  for (const [html, text] of TEXTS) {
    test(`of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () => assert.equal(htmlToPlainText(html), text))
  }

  test('takes linear time for a million tags within each other', { skip: COMPLETE_ONLY }, () => {
    assert.equal(htmlToPlainText('<b>'.repeat(1_000_000)).length, 0)
    assert.equal(htmlToPlainText('<p>x</i>'.repeat(100_000)).length, 299_998)
    assert.equal(htmlToPlainText('<'.repeat(1_000_000)).length, 1_000_000)
  })
})

test('any string has a text, in whole characters if the string has only those', () => {
  fc.assert(
    fc.property(PARTS, (parts) => {
      const html = parts.join('')
      for (const toText of [decodeEntities, htmlToFlatText, htmlToPlainText]) {
        assert.ok(toText(html).isWellFormed() || !html.isWellFormed())
      }
    }),
  )
})
