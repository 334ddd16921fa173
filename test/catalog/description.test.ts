import assert from 'node:assert/strict'
import { test } from 'node:test'
import { descriptionHtml, descriptionText, excerptOf } from '@vitrine/catalog/description'

test('plain text becomes escaped HTML, with a paragraph after a blank line and a line after a line break', () => {
  assert.equal(
    descriptionHtml(' Salt & pepper, 2 < 3\r\nby hand\n \n\nBoxed. '),
    '<p>Salt &amp; pepper, 2 &lt; 3<br>by hand</p><p>Boxed.</p>',
  )
  assert.equal(descriptionHtml(''), '')
})

test('HTML with blocks stays as it is, and HTML without any gets its lines', () => {
  const html = '<p>Washed\nlinen.</p>\n<ul><li>wide</li></ul>'
  assert.equal(descriptionHtml(html), html)
  assert.equal(
    descriptionHtml('<b>Washed</b> linen\n\nCaf&eacute;\nblue'),
    '<p><b>Washed</b> linen</p><p>Caf&eacute;<br>blue</p>',
  )
})

test('the text has neither tags nor character references', () => {
  assert.equal(descriptionText('<p>Caf&eacute; &amp; bar</p><p>Boxed</p>\n'), 'Café & bar\n\nBoxed')
  assert.equal(descriptionText('2 < 3 & more'), '2 < 3 & more')
})

test('an excerpt is one line of at most 300 characters, cut off after a word and never within a character', () => {
  assert.equal(excerptOf('Washed\n\nlinen'), 'Washed linen')
  const long = excerptOf('seven letters '.repeat(50))
  assert.ok(long.length <= 300 && long.endsWith('letters…'), long)
  const faces = excerptOf('😀'.repeat(400))
  assert.ok(faces.length <= 300 && faces.isWellFormed(), faces)
})
