import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readLabelEntries } from '@vitrine/catalog/declared/label-entries'
import { labelExport } from '@vitrine/convert/label-export'

describe('exports of other platforms', () => {
  const read = (value: object) => readLabelEntries(JSON.stringify(value), labelExport)

  test('of WooCommerce have categories with HTML, a picture and perhaps an order', () => {
    const other = { slug: 'x', parent: 0, display: 'default', image: null, menu_order: 0, count: 1 }
    const tea = {
      ...{
        id: 7,
        name: 'Tea &amp; herbs',
        slug: 'tees',
        parent: 3,
        description: '<p>Leaves,<br>buds.</p>\n',
        count: 3,
      },
      ...{ image: { id: 9, src: 'https://shop.example/tea.jpg', name: 'tea', alt: 'A cup' }, menu_order: 2 },
    }
    const again = { ...other, id: 8, name: 'TEA & Herbs', description: 'Others' }
    assert.deepEqual(read([tea, { ...other, id: 1, name: 'Cups', description: '' }, again]), {
      entries: [
        {
          code: 'tea-herbs',
          description: 'Leaves,\nbuds.',
          picture: { path: 'https://shop.example/tea.jpg', alt: 'A cup' },
          rank: 2,
        },
        { code: 'cups' },
      ],
      problems: [],
      warnings: [],
    })
  })

  test('of Medusa tell which categories shoppers do not see', () => {
    const category = { id: 'pcat_1', name: 'Tea', handle: 'tea', description: 'Leaves.', rank: 0, is_active: true }
    const product_categories = [
      { ...category, is_internal: false },
      { ...category, name: 'Staff', is_internal: true },
    ]
    assert.deepEqual(read({ product_categories, count: 2, offset: 0, limit: 50 }).entries, [
      { code: 'tea', description: 'Leaves.', rank: 0 },
      { code: 'staff', description: 'Leaves.', rank: 0, hidden: true },
    ])
  })

  test('of Shopify have collections with titles', () => {
    const image = { src: 'https://cdn.example/s.jpg', alt: null, width: 600, height: 400 }
    const spring = { id: 1, handle: 'spring-26', title: 'Spring', body_html: '<b>New</b>', sort_order: 'manual', image }
    for (const name of ['custom_collections', 'smart_collections', 'collections'])
      assert.deepEqual(read({ [name]: [spring] }).entries, [
        { code: 'spring', description: 'New', picture: { path: 'https://cdn.example/s.jpg', width: 600, height: 400 } },
      ])
  })

  test('are no files of labels with a wrong field', () => {
    assert.deepEqual(
      read([
        { code: 'tea', slug: 'tees' },
        { code: 'cups', rank: 1 },
      ]),
      {
        entries: [{ code: 'tea' }, { code: 'cups', rank: 1 }],
        problems: [],
        warnings: ['slug is not a known field and is ignored'],
      },
    )
    assert.match(read([{ name: 'Tea', slug: 'tees' }, { name: 'Cups' }]).problems[0]!.where, /^label 1: code/)
  })

  test('are refused as a whole if a value cannot be', () => {
    const { problems } = read([{ name: 'Tea', slug: 'tea', menu_order: -1 }])
    assert.deepEqual(problems, [{ where: 'label 1: rank', wrong: 'is -1', right: 'a whole number of 0 or more' }])
  })
})
