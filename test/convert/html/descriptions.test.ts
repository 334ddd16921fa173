import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isClean } from '@vitrine/convert/html/is-clean'
import { sanitize } from '@vitrine/convert/html/sanitize'
import fc from 'fast-check'
import sanitizeHtml from 'sanitize-html'
import { COMPLETE_ONLY, cases } from '../../quick.ts'
import { readFile } from '../catalog-file.ts'
import { workbookOf } from '../spreadsheet/workbook-file.ts'

const CLEAN = [
  'Wool & silk, 5 < 6',
  '<h2>Care</h2><p class="a" style="text-align:center; color: #333">Wash <b>cold</b>.<br/></p><ul><li>One</li></ul>',
  '<table border=1><tr><td colspan="2">1</td></tr></table>',
  '<a href="https://shop.example/?a=1&b=2" target=_blank>More</a> <a href=/care.html>Care</a>',
  '<img src="pictures/1.jpg" alt="a > b"><img src="data:image/gif;base64,R0lG">',
  '<!-- wp:paragraph --><P>Text</P><!-- /wp:paragraph -->',
  '<meta charset="utf-8"><video controls src="https://shop.example/v.mp4"></video>',
  '<p style="background: #fff; color: rgb(1, 2, 3)">Warm</p>',
]

const UNCLEAN: readonly (readonly [html: string, cleaned: string])[] = [
  ['<p>Warm</p><script>steal()</script>', '<p>Warm</p>'],
  ['<style>body{display:none}</style>Warm', 'Warm'],
  ['<p onclick="steal()">Warm</p>', '<p>Warm</p>'],
  ['<img src=x onerror=steal()>', '<img src="x" />'],
  ['<p/onclick=steal()>Warm', '<p>Warm</p>'],
  ['<a href="javascript:steal()">Warm</a>', '<a>Warm</a>'],
  ['<a href="java&#115;cript:steal()">Warm</a>', '<a>Warm</a>'],
  ['<a href=" java\tscript:steal()">Warm</a>', '<a>Warm</a>'],
  ['<!--><img src=x onerror=steal()>-->', '<img src="x" />--&gt;'],
  ['<svg><a xlink:href="javascript:steal()">x</a></svg>Warm', 'Warm'],
  ['<form action="/pay"><p>Pay</p><input name=card></form>', '<p>Pay</p>'],
  ['<p style="color:red;position:fixed">Warm</p>', '<p style="color:red">Warm</p>'],
  ['<p style="background:url(//spy.example)">Warm</p>', '<p>Warm</p>'],
  ['<p title=\' style="color:red\' style="position:fixed">Warm</p>', '<p title=" style=&quot;color:red">Warm</p>'],
  ['<p id="cart">Warm</p>', '<p>Warm</p>'],
  [
    '<iframe src="//www.youtube.com/embed/abc"></iframe>',
    '<a href="https://www.youtube.com/embed/abc">https://www.youtube.com/embed/abc</a>',
  ],
  ['<p>Cut <sc', '<p>Cut sc</p>'],
]

describe('a description', () => {
  for (const html of CLEAN) {
    test(`has nothing to clean: ${html.slice(0, 60)}`, () => assert.equal(isClean(html), true))
  }

  for (const [html, cleaned] of UNCLEAN) {
    test(`is cleaned: ${html}`, () => {
      assert.equal(isClean(html), false)
      assert.equal(sanitize(html), cleaned)
      assert.equal(sanitize(cleaned), cleaned)
    })
  }

  test('counts as clean only if the library removes nothing but comments', () => {
    const part = fc.constantFrom(
      ...['<p', '<a', '<img', '</p', '<script', '<svg', '<!--', '-->', '>', '/>', '<', ' ', '\n', '/', '=', '"', "'"],
      ...[' href="', ' href=', ' style="', 'style', ' title=', ' onclick=', 'javascript:', 'https://a.example', 'x:y'],
      ...['color:red', 'position:fixed', ';', '&#58;', '&', 'x', ' class=a', ' data-a="1"', '`'],
    )
    const everything: sanitizeHtml.IOptions = {
      ...{ allowedTags: false, allowedAttributes: false, allowVulnerableTags: true, parseStyleAttributes: false },
      allowedSchemes: ['http', 'https', 'javascript', 'x'],
    }
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const html = parts.join('')
        if (isClean(html)) assert.equal(sanitize(html), sanitizeHtml(html, everything))
      }),
      { numRuns: cases({ quick: 2000, complete: 20_000 }) },
    )
  })

  test('with more tags than anybody writes becomes text, in little time', () => {
    assert.equal(sanitize(`${'<b>'.repeat(100_000)}Warm<script>steal()</script>`), 'Warm')
  })
})

const HEADER = 'Handle,Title,Body (HTML),Variant SKU,Variant Price'
const SHOPIFY = `${HEADER}
hat,Hat,<p onclick=steal()>Warm</p>,H,5
cap,Cap,"<P>Light
  & thin</P>",C,5
`
const NATIVE =
  '{"name":"Hat","description":"<p onclick=steal()>Warm</p>","variants":[{"sku":"H","price":5,"stock":null}]}'

describe('an import', () => {
  const descriptions = async (file: string | Uint8Array, options = {}) => {
    const { products, warnings } = await readFile(file, options)
    return [products.map(({ description }) => description), warnings.map(({ product }) => product)]
  }

  test('cleans the descriptions of other shops, and warns about each one', async () => {
    assert.deepEqual(await descriptions(SHOPIFY), [['<p>Warm</p>', '<P>Light\n  & thin</P>'], ['Hat']])
  })

  test('keeps the descriptions of the native format', async () => {
    assert.deepEqual(await descriptions(NATIVE), [['<p onclick=steal()>Warm</p>'], []])
  })

  test('cleans, keeps or turns into text as the option says, in every format', async () => {
    assert.deepEqual(await descriptions(NATIVE, { html: 'clean' }), [['<p>Warm</p>'], ['Hat']])
    assert.deepEqual(await descriptions(NATIVE, { html: 'text' }), [['Warm'], []])
    assert.deepEqual((await descriptions(SHOPIFY, { html: 'keep' }))[0]![0], '<p onclick=steal()>Warm</p>')
    assert.deepEqual((await descriptions(SHOPIFY, { html: 'text' }))[0], ['Warm', 'Light & thin'])
  })

  test('does so in tables of no known format, in spreadsheets and in other JSON', { skip: COMPLETE_ONLY }, async () => {
    const rows = [
      ['Name', 'Price', 'Description'],
      ['Hat', 5, '<p onclick=steal()>Warm</p>'],
    ]
    const csv = rows.map((row) => `${row.join(',')}\n`).join('')
    const json = '[{"title":"Hat","price":5,"description":"<p onclick=steal()>Warm</p>"}]'
    for (const file of [csv, workbookOf(rows), json]) {
      assert.deepEqual(await descriptions(file, { yes: true }), [['<p>Warm</p>'], ['Hat']])
      assert.deepEqual(await descriptions(file, { yes: true, html: 'text' }), [['Warm'], []])
      const untouched = [['<p onclick=steal()>Warm</p>'], []]
      assert.deepEqual(await descriptions(file, { yes: true, html: 'keep' }), untouched)
    }
  })
})
