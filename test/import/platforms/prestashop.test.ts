import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { droppedIn, groupsOf, labelsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'

const VASE = {
  'Product ID': '8',
  'Active (0/1)': '1',
  'Name *': 'Vase &amp; dish',
  'Categories (x,y,z...)': 'Home/Vases,12,Sale',
  'Price tax excluded': '16.528926',
  'Tax rules ID': '1',
  'Discount amount': '',
  'Discount percent': '',
  'Discount from (yyyy-mm-dd)': '2026-06-01',
  'Discount to (yyyy-mm-dd)': '2026-06-15',
  'Reference #': 'V-8',
  Manufacturer: 'Glass & Co',
  EAN13: '4006381333931',
  Quantity: '5',
  Visibility: 'both',
  Summary: '<p>Short.</p>',
  Description: '<p>Long.</p>',
  'Tags (x,y,z...)': 'round, blue',
  'URL rewritten': 'vase-dish',
  'Available for order (0 = No, 1 = Yes)': '1',
  'Image URLs (x,y,z...)': 'https://i.example/a.jpg,https://i.example/b.jpg',
  'Image alt texts (x,y,z...)': 'Front,',
  'Feature(Name:Value:Position)': 'Color:Blue:1,Height:20 cm:2',
  'Out of stock action': '0',
}
const csv = (...rows: Record<string, string>[]) => table(rows, ';')
const priceOf = async (row: Record<string, string>) => {
  const file = await readFile(csv(row))
  const { price, listPrice } = file.products[0]!.variants[0]!
  return [price, listPrice, ...droppedIn(file)]
}

describe('a PrestaShop product CSV', () => {
  test('gives each product one variant', async () => {
    const file = await readFile(csv(VASE))
    assert.deepEqual([file.format, file.leftOut, file.warnings, file.problems], ['prestashop', [], [], []])
    const [vase] = file.products
    assert.deepEqual([vase!.name, vase!.slug, vase!.description], ['Vase & dish', 'vase-dish', '<p>Long.</p>'])
    assert.deepEqual(labelsOf(vase!), ['Home', 'Vases < home', 'Sale', 'round', 'blue'])
    assert.deepEqual(groupsOf(vase!), { color: ['Blue'], height: ['20 cm'], brand: ['Glass & Co'] })
    assert.deepEqual(
      vase!.files.map(({ file: { path, alt } }) => [path, alt]),
      [
        ['https://i.example/a.jpg', 'Front'],
        ['https://i.example/b.jpg', undefined],
      ],
    )
    assert.deepEqual(
      vase!.variants.map(({ sku, price, listPrice, stock, gtin }) => [sku, price, listPrice, stock, gtin]),
      [['V-8', '16.53', undefined, 5, '4006381333931']],
    )
    assert.deepEqual(file.unused, ['Tax rules ID'])
  })

  test('has headers in French too', async () => {
    const french = {
      ID: '8',
      'Actif (0/1)': '1',
      'Nom *': 'Vase',
      'Catégories (x,y,z...)': 'Maison',
      'Prix TTC': '19,90',
      'Montant de la remise': '4,90',
      'Réduction de (AAAA-MM-JJ)': '0000-00-00',
      'Référence #': 'V-8',
      Marque: 'Verre',
      Quantité: '5',
      Résumé: 'Court',
    }
    const [vase] = await productsIn(csv(french))
    assert.deepEqual([vase!.name, vase!.description, labelsOf(vase!)], ['Vase', 'Court', ['Maison']])
    assert.deepEqual(
      vase!.variants.map(({ sku, price, listPrice, stock }) => [sku, price, listPrice, stock]),
      [['V-8', '15.00', '19.90', 5]],
    )
  })

  test('applies a discount in percent on its days', async () => {
    const sale = { ...VASE, 'Price tax excluded': '100', 'Discount percent': '5.5' }
    assert.deepEqual(await priceOf(sale), ['94.50', '100.00'])
    assert.deepEqual(await priceOf({ ...sale, 'Discount to (yyyy-mm-dd)': '2026-06-14' }), ['100.00', undefined])
    assert.deepEqual(await priceOf({ ...sale, 'Discount to (yyyy-mm-dd)': 'soon' }), [
      '100.00',
      undefined,
      '2 Discount percent is "5.5", and its dates cannot be read; expected dates of the discount such as 2026-03-14',
    ])
    assert.deepEqual(await priceOf({ ...sale, 'Discount percent': '120' }), [
      '100.00',
      undefined,
      '2 Discount percent is "120"; expected a number such as 5.50',
    ])
  })

  test('drops a discount with taxes from a price without taxes', async () => {
    assert.deepEqual(await priceOf({ ...VASE, 'Discount amount': '2' }), [
      '16.53',
      undefined,
      '2 Discount amount is "2" with taxes, and the price is without taxes; expected a discount in percent',
    ])
  })

  test('leaves out what is not active or not visible, and repeated products', async () => {
    const file = await readFile(
      csv(
        { ...VASE, 'Active (0/1)': '0' },
        { ...VASE, 'Product ID': '9', Visibility: 'none' },
        { ...VASE, 'Product ID': '10', 'Price tax excluded': '' },
        { ...VASE, 'Product ID': '11' },
        { ...VASE, 'Product ID': '11' },
        { ...VASE, 'Product ID': '', 'URL rewritten': 'other', 'Reference #': '' },
      ),
    )
    assert.deepEqual(reasons(file), ['2 unpublished', '3 hidden', '4 no-price', '6 repeated'])
    assert.deepEqual(
      file.products.map(({ slug, variants }) => [slug, variants[0]!.sku]),
      [
        ['vase-dish', 'V-8'],
        ['other', 'vase-dish'],
      ],
    )
    assert.deepEqual(told(await readFile(csv({ ...VASE, 'Active (0/1)': 'yes' }))), ['2 Active (0/1) is "yes"'])
  })

  test('gives no stock to what cannot be ordered, and none that is tracked to what can be ordered when sold out', async () => {
    const products = await productsIn(
      csv(
        { ...VASE, 'Available for order (0 = No, 1 = Yes)': '0' },
        { ...VASE, 'Product ID': '9', Quantity: '0', 'Out of stock action': '1' },
        { ...VASE, 'Product ID': '10', Quantity: '0' },
      ),
    )
    assert.deepEqual(
      products.map(({ variants }) => variants[0]!.stock),
      [0, null, 0],
    )
  })

  test('of combinations is refused with advice', async () => {
    const combination = {
      'Product ID*': '8',
      'Attribute (Name:Type:Position)*': 'Size:select:0',
      'Value (Value:Position)*': 'S:0',
    }
    await assert.rejects(
      readFile(csv(combination)),
      /has combinations of PrestaShop products, .* Import the file of the products/,
    )
  })
})
