import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { html, jsonScript } from '../../examples/storefront/html.ts'
import { loadAndSee } from '../loading.ts'
import { cases } from '../quick.ts'
import { STORE } from '../server/shop.ts'
import { openStorefront } from './storefront.ts'

/** Texts that would leave every place in which a page may have a text, if it were not escaped. */
const BREAKOUTS = ['<evil>', '"><evil>', "'><evil>", '" evil="', "' evil='", '--><evil>', ']]><evil>'].concat([
  '</script><evil>',
  '</title><evil>',
  '</textarea><evil>',
  '&lt;evil&gt;',
  '&#60;evil>',
  '<!--',
  '\\',
  '\u2028',
])
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...BREAKOUTS), fc.string({ unit: 'binary', maxLength: 5 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''))

test('a text in a template is that text on the page, in an element and in an attribute', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
      const { texts, attributes } = parsed(html`<p title="${text}">${[text]}</p>`.source)
      assert.deepEqual([texts.join(''), attributes], [text, [['title', text]]])
    }),
    { numRuns: cases({ quick: 100, complete: 2000 }) },
  )
})

test('data in a script is that data, and ends with the script', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { texts, names } = parsed(jsonScript({ text }).source)
      assert.deepEqual(names, ['script'])
      assert.deepEqual(JSON.parse(texts.join('')), { text })
    }),
    { numRuns: cases({ quick: 100, complete: 2000 }) },
  )
})

test('no text of a catalog is markup on any page', async () => {
  await using shop = await openStorefront()
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText, { minLength: 6, maxLength: 6 }), async (texts) => {
      const wellFormed = texts.map((text) => `x${text.toWellFormed().replaceAll('\0', '')}`)
      const [name, description, label, group, option, code] = wellFormed as [
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      const product = {
        slug: 'hostile',
        name,
        description,
        labelValues: [{ name: label, code: label.slice(0, 50) }],
        optionGroups: [
          {
            name: group,
            code: 'g',
            options: [
              { name: option, code },
              { name: `${option}2`, code: 'other' },
            ],
          },
        ],
        files: [{ file: { path: `https://pictures.example/${encodeURIComponent(name)}"><evil>` } }],
        variants: [
          { sku: `${name.slice(0, 50)}1`, name: option, price: '1.00', productOptions: { g: code } },
          { sku: `${name.slice(0, 50)}2`, name: group, price: '2.00', productOptions: { g: 'other' } },
        ],
      }
      const { outcome } = await loadAndSee(shop, STORE, [product])
      fc.pre(outcome !== 'refused')
      const query = (parameters: Record<string, string>) => new URLSearchParams(parameters)
      const { data } = await shop.json('/store/products?slug=hostile')
      const [{ sku }] = data[0].variants
      const pages = [
        '/',
        '/products/hostile',
        `/products/hostile?${query({ variant: sku })}`,
        '/nothing',
        '/search',
      ].concat(
        [
          `/search?${query({ search: name })}`,
          `/search?${query({ within: label })}`,
          `/search?${query({ option: `g:${code}` })}`,
        ],
        [
          `/search?${query({ option: `${group}:${code}`, search: name, minPrice: '5' })}`,
          `/cart?${query({ sku, quantity: '2' })}`,
        ],
        [
          `/wishlist?${query({ sku })}`,
          `/cart?${query({ sku: name })}`,
          `/suggest?${query({ search: name.slice(0, 20) })}`,
        ],
      )
      for (const page of pages) {
        const source = await (await shop.get(page)).text()
        const { names, attributes } = parsed(source)
        const evil = [...names, ...attributes.map(([attribute]) => attribute)].filter((each) => /evil|^on/.test(each))
        assert.deepEqual(evil, [], `${page} ${source}`)
      }
      assert.deepEqual(shop.errors, [])
    }),
    { numRuns: cases({ quick: 3, complete: 20 }) },
  )
})

/** What a browser would make of a source: the names of its elements, their attributes, and its texts. */
function parsed(source: string) {
  const names: string[] = []
  const attributes: [string, string][] = []
  const texts: string[] = []
  const parser = new Parser({
    onopentag: (name, own) => {
      names.push(name)
      attributes.push(...Object.entries(own))
    },
    ontext: (text) => void texts.push(text),
  })
  parser.end(source)
  return { names, attributes, texts }
}
