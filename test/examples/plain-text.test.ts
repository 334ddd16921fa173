import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paragraphs } from '../../examples/storefront/plain-text.ts'

test('only the text of a description in HTML is shown', () => {
  for (const [description, text] of [
    ['Soft & warm\n\nWash <b>cold</b>', ['Soft & warm Wash cold']],
    ['<p>One</p><p>Two<br>Three</p>', ['One', 'Two', 'Three']],
    ['<style>p { color: red }</style>One<script>two()</script> &amp; three', ['One & three']],
    ['<b>One</b><script>two()', ['Onetwo()']],
    ['<b>One</b><script>two()<p>', ['One']],
    ['<p>5 &lt; 6</p> and 7 < 8', ['5 < 6', 'and 7 < 8']],
    ['1 < 2 and 3 > 2', ['1 < 2 and 3 > 2']],
    ['a <script ', ['a <script']],
  ] as const) {
    assert.deepEqual(paragraphs(description), text, description)
  }
})

// Quadratic patterns need minutes for a million characters.
test('a description that repeats the beginning of a tag takes time in proportion to its length', {
  timeout: 30_000,
}, () => {
  for (const piece of ['<script ', '<script>', '<style', '<a', '<', '</', '<br', '</p', '<!--', '&', '\n', ' ']) {
    for (const end of ['', '>', '<p>x', '</script']) {
      assert.ok(Array.isArray(paragraphs(piece.repeat(1_000_000 / piece.length) + end)))
    }
  }
})
