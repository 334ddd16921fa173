import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { indexedProduct, termsOf } from '@vitrine/engine/publish/terms'
import { groupsOf, productsIn, table } from './catalog-file.ts'

const ESCAPED = 'Caf&eacute; cr&egrave;me t&eacute;r'
const NAME = 'Café crème tér'

const FILES: Record<string, string> = {
  shopify: table([
    { Handle: 'mug', Title: ESCAPED, Tags: 'Th&eacute;, M&amp;M', 'Variant SKU': 'M', 'Variant Price': '9' },
  ]),
  woocommerce: table([{ Type: 'simple', SKU: 'M', Name: ESCAPED, Tags: 'Th&eacute;, M&amp;M', 'Regular price': '9' }]),
  google: table(
    [
      {
        id: 'M',
        title: ESCAPED,
        link: 'https://a.example/mug',
        price: '9',
        custom_label_0: 'Th&eacute;',
        custom_label_1: 'M&amp;M',
      },
    ],
    '\t',
  ),
}

describe('named HTML entities', () => {
  for (const [format, text] of Object.entries(FILES)) {
    test(`are decoded in the names of a ${format} file`, async () => {
      const [product] = await productsIn(text)
      assert.deepEqual(
        [product!.name, product!.variants[0]!.name, ...product!.labelValues.map(({ name }) => name)],
        [NAME, NAME, 'Thé', 'M&M'],
      )
    })
  }

  test('are decoded in the options of variants', async () => {
    const shopify = {
      Handle: 'cup',
      Title: 'Cup',
      Vendor: 'Kiln &amp; Co',
      'Option1 Name': 'Gr&ouml;&szlig;e',
      'Option1 Value': '&frac12; l',
      'Variant Price': '9',
    }
    const [cup] = await productsIn(table([shopify]))
    assert.deepEqual(groupsOf(cup!), { grosse: ['½ l'], vendor: ['Kiln & Co'] })
    assert.equal(cup!.variants[0]!.name, 'Cup - ½ l')
    const google = { id: '1', title: 'Cup', link: 'x', price: '9', brand: 'Kiln &amp; Co', color: 'Cr&egrave;me' }
    const [feed] = await productsIn(table([google], '\t'))
    assert.deepEqual(groupsOf(feed!), { color: ['Crème'], brand: ['Kiln & Co'] })
  })

  test('are decoded in the words of a description, which stays as it is', async () => {
    const [product] = await productsIn('{"name":"Mug","description":"<p>Caf&eacute;</p>"}')
    assert.equal(product!.description, '<p>Caf&eacute;</p>')
    assert.deepEqual(
      termsOf(indexedProduct(product!))
        .product.flat()
        .filter((term) => term.startsWith('text:')),
      ['text:cafe'],
    )
  })
})
