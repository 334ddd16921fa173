import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  droppedIn,
  groupsOf,
  labelsOf,
  optionsOf,
  productsIn,
  readFile,
  readFiles,
  reasons,
  table,
  told,
  warned,
} from '../catalog-file.ts'
import { workbookOf } from '../spreadsheet/workbook-file.ts'

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

  test('prefers the discount as an amount, if it can be applied', async () => {
    const sale = { ...VASE, 'Discount amount': '2', 'Discount percent': '50' }
    assert.deepEqual(await priceOf({ ...sale, 'Price tax included': '20' }), ['18.00', '20.00'])
    assert.deepEqual(await priceOf(sale), [
      '8.26',
      '16.53',
      '2 Discount amount is "2" with taxes, and the price is without taxes; expected a discount in percent',
    ])
  })

  test('has features with commas in them, and with semicolons between them', async () => {
    const [vase] = await productsIn(
      csv({ ...VASE, 'Feature(Name:Value:Position)': 'Rim:1,5 cm wide, 2 cm high:1;Ratio:16:9:2,Color:Blue:3:0' }),
    )
    assert.deepEqual(groupsOf(vase!), {
      rim: ['1,5 cm wide, 2 cm high'],
      ratio: ['16:9'],
      color: ['Blue'],
      brand: ['Glass & Co'],
    })
    const [plain] = await productsIn(csv({ ...VASE, 'Feature(Name:Value:Position)': 'Color:Blue, red,Height:20 cm' }))
    assert.deepEqual(groupsOf(plain!), { color: ['Blue, red'], height: ['20 cm'], brand: ['Glass & Co'] })
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

  test('says that the names of categories are missing, if it has only their ids', async () => {
    const file = await readFile(csv({ ...VASE, 'Categories (x,y,z...)': '3, 12' }))
    assert.deepEqual(warned(file), ['2 Categories (x,y,z...) has ids of categories, whose names are not in the file'])
  })

  test('may have bars between the values of a list', async () => {
    const [vase] = await productsIn(
      csv({
        ...VASE,
        'Categories (x,y,z...)': 'Home/Vases|Sale',
        'Tags (x,y,z...)': 'round|blue',
        'Image URLs (x,y,z...)': 'https://i.example/a,b.jpg|https://i.example/c.jpg',
      }),
    )
    assert.deepEqual(labelsOf(vase!), ['Home', 'Vases < home', 'Sale', 'round', 'blue'])
    assert.deepEqual(
      vase!.files.map(({ file: { path } }) => path),
      ['https://i.example/a,b.jpg', 'https://i.example/c.jpg'],
    )
  })

  test('is active if it has no column that says otherwise', async () => {
    const { 'Active (0/1)': _, ...vase } = VASE
    assert.equal((await productsIn(csv(vase))).length, 1)
  })

  test('has the header of the price of version 1.4 too', async () => {
    const { 'Price tax excluded': price, ...vase } = VASE
    assert.deepEqual(await priceOf({ ...vase, 'Price tax excl.': price }), ['16.53', undefined])
  })

  test('has the price without taxes if the price with taxes is zero', async () => {
    assert.deepEqual(await priceOf({ ...VASE, 'Price tax included': '0.00' }), ['16.53', undefined])
  })

  test('has the UPC as its gtin if the EAN is none', async () => {
    const [vase] = await productsIn(csv({ ...VASE, EAN13: '123', UPC: '036000291452' }))
    assert.equal(vase!.variants[0]!.gtin, '036000291452')
  })

  const TRANSLATED = {
    German: {
      'Produkt-ID': '8',
      'Aktiv (0/1)': '1',
      'Name *': 'Vase',
      'Kategorien (x, y, z. ..)': 'Haus',
      'Preis inkl. MwSt.': '19,90',
      Rabattbetrag: '4,90',
      'Artikel-Nr.': 'V-8',
      Hersteller: 'Glas',
      Menge: '5',
      Kurzbeschreibung: 'Kurz',
      'Tags (x, y, z. ..)': 'rund',
      'Benutzerfreundliche URL': 'glas-vase',
      'Bestellbar (0 = Nein, 1 = Ja)': '1',
    },
    Polish: {
      ID: '8',
      'Aktywny (0 lub 1)': '1',
      Nazwa: 'Vase',
      'Kategorie (x,y,z…)': 'Haus',
      'Cena zawiera podatek. (brutto)': '19.90',
      'Wartość rabatu': '4.90',
      'Indeks #': 'V-8',
      Marka: 'Glas',
      Ilość: '5',
      Podsumowanie: 'Kurz',
      'Tagi (x,y,z…)': 'rund',
      'Przepisany URL': 'glas-vase',
      'Dostępne do zamówienia (0 = Nie, 1 = Tak)': '1',
    },
    Spanish: {
      ID: '8',
      'Activo (0/1)': '1',
      'Nombre*': 'Vase',
      'Categorías (x,y,z...)': 'Haus',
      'Precio con IVA': '19.90',
      'Valor del descuento': '4.90',
      'Referencia nº': 'V-8',
      Fabricante: 'Glas',
      Cantidad: '5',
      Resumen: 'Kurz',
      'Etiquetas (x,y,z...)': 'rund',
      'Enlace reescrito': 'glas-vase',
      'Disponible para pedidos (0 = No, 1 = Sí)': '1',
    },
  }
  for (const [language, row] of Object.entries(TRANSLATED)) {
    test(`has headers in ${language} too`, async () => {
      const file = await readFile(csv(row))
      const [vase] = file.products
      assert.deepEqual([file.format, file.unused, vase!.name, vase!.slug], ['prestashop', [], 'Vase', 'glas-vase'])
      assert.deepEqual([vase!.description, labelsOf(vase!)], ['Kurz', ['Haus', 'rund']])
      assert.deepEqual(groupsOf(vase!), { brand: ['Glas'] })
      assert.deepEqual(
        vase!.variants.map(({ sku, price, listPrice, stock }) => [sku, price, listPrice, stock]),
        [['V-8', '15.00', '19.90', 5]],
      )
    })
  }
})

const COMBINATION = {
  'Product ID*': '8',
  'Attribute (Name:Type:Position)*': 'Color:color:0, Size:select:1',
  'Value (Value:Position)*': 'Blue:0, 20,5 cm:1',
  Reference: 'V-8-B',
  EAN13: '',
  UPC: '036000291452',
  'Impact on price': '4.128926',
  Quantity: '3',
  'Default (0 = No, 1 = Yes)': '0',
  'Image position': '2',
  'Image URLs (x,y,z...)': '',
}
const both = (product: Record<string, string>, ...combinations: Record<string, string>[]) =>
  readFiles({ 'combinations.csv': csv(...combinations), 'products.csv': csv(product) })

describe('a PrestaShop CSV of combinations', () => {
  test('is refused with advice without the file of the products', async () => {
    const message = /^combinations of PrestaShop products, and no products\. Name the file of the products too/
    const refused = { message: new RegExp(`^The file has ${message.source.slice(1)}`) }
    await assert.rejects(readFile(csv(COMBINATION)), refused)
    await assert.rejects(readFiles({ 'a.csv': csv(COMBINATION), 'b.csv': csv(COMBINATION) }), /has products/)
  })

  test('gives the products of another file their variants, in any order of the files', async () => {
    const red = {
      ...COMBINATION,
      'Value (Value:Position)*': 'Red:0,30 cm:1',
      Reference: '',
      'Impact on price': '-0,50',
      'Image URLs (x,y,z...)': 'https://i.example/red.jpg',
    }
    const file = await both(VASE, COMBINATION, red)
    assert.deepEqual([file.format, file.rows, reasons(file), told(file), warned(file)], ['prestashop', 3, [], [], []])
    const [vase] = file.products
    assert.deepEqual([vase!.name, vase!.slug, labelsOf(vase!).length], ['Vase & dish', 'vase-dish', 5])
    assert.deepEqual(
      vase!.variants.map(({ sku, name, price, stock, gtin, files }) => [
        sku,
        name,
        price,
        stock,
        gtin,
        files[0]?.file.path,
      ]),
      [
        ['V-8-B', 'Vase & dish - Blue, 20,5 cm', '20.66', 3, '036000291452', 'https://i.example/b.jpg'],
        ['V-8-red-30-cm', 'Vase & dish - Red, 30 cm', '16.03', 3, '036000291452', 'https://i.example/red.jpg'],
      ],
    )
    assert.deepEqual(optionsOf(vase!, 0), { color: 'Blue', size: '20,5 cm' })
    assert.deepEqual(groupsOf(vase!), {
      color: ['Blue', 'Red'],
      size: ['20,5 cm', '30 cm'],
      height: ['20 cm'],
      brand: ['Glass & Co'],
    })
  })

  test('may be a spreadsheet, and gzipped', async () => {
    const names = ['Product ID*', 'Attribute (Name:Type:Position)*', 'Value (Value:Position)*', 'Reference']
    const combinations = workbookOf([names, [8, 'Size:select:0', 'S:0', 'V-8-S']])
    const { products } = await readFiles({ 'p.csv.gz': gzipSync(csv(VASE)), 'c.xlsx': combinations })
    assert.deepEqual(
      products[0]!.variants.map(({ sku, price, stock }) => [sku, price, stock]),
      [['V-8-S', '16.53', null]],
    )
  })

  test('adds to the price what taxes make of the surcharge, if the file of the products tells', async () => {
    const surcharge = { ...COMBINATION, 'Impact on price': '10' }
    const [vase] = (await both({ ...VASE, 'Price tax excluded': '100', 'Price tax included': '120' }, surcharge))
      .products
    assert.equal(vase!.variants[0]!.price, '132.00')
    const { 'Price tax excluded': _, ...withTaxes } = { ...VASE, 'Price tax included': '120' }
    const file = await both(withTaxes, surcharge)
    assert.equal(file.products[0]!.variants[0]!.price, '130.00')
    assert.deepEqual(warned(file), [
      '2 Impact on price is without taxes, and the price of the product includes them; both are added up',
    ])
  })

  test('has the discount of the product', async () => {
    const sale = { ...VASE, 'Price tax excluded': '100', 'Discount percent': '10' }
    const [vase] = (await both(sale, { ...COMBINATION, 'Impact on price': '20' })).products
    assert.deepEqual([vase!.variants[0]!.price, vase!.variants[0]!.listPrice], ['108.00', '120.00'])
  })

  test('finds the product by its reference, if none has the id', async () => {
    const byReference = { ...COMBINATION, 'Product ID*': '', 'Product Reference': 'V-8' }
    const file = await both({ ...VASE, 'Product ID': '' }, byReference, { ...byReference, 'Product Reference': 'gone' })
    assert.deepEqual(
      file.products.map(({ variants }) => variants.map(({ sku }) => sku)),
      [['V-8-B']],
    )
    assert.deepEqual(reasons(file), ['3 no-parent'])
  })

  test('tells what is wrong with the name of the file', async () => {
    const file = await both(
      VASE,
      { ...COMBINATION, 'Value (Value:Position)*': 'Blue:0' },
      { ...COMBINATION, 'Impact on price': 'more' },
      COMBINATION,
    )
    assert.deepEqual(
      file.problems.map(({ file, row, column, path, wrong }) => [file, row, column, path, wrong]),
      [
        [
          'combinations.csv',
          2,
          'C',
          'Value (Value:Position)*',
          'does not match the attributes of the row, of which there are 2',
        ],
        ['combinations.csv', 3, 'G', 'Impact on price', 'is "more"'],
      ],
    )
    assert.deepEqual(
      file.leftOut.map(({ file, row, reason }) => [file, row, reason]),
      [['combinations.csv', 4, 'duplicate-options']],
    )
  })

  test('of version 1.6 has one picture', async () => {
    const { 'Image URLs (x,y,z...)': _, ...combination } = COMBINATION
    const [vase] = (await both(VASE, { ...combination, 'Image URL': 'https://i.example/blue.jpg' })).products
    assert.deepEqual(
      vase!.variants[0]!.files.map(({ file: { path } }) => path),
      ['https://i.example/blue.jpg'],
    )
  })

  test('is left out with a product that is not active', async () => {
    const file = await both({ ...VASE, 'Active (0/1)': '0' }, COMBINATION)
    assert.deepEqual(reasons(file), ['2 unpublished', '2 unpublished'])
  })

  test('has headers in other languages too', async () => {
    const german = {
      'Produkt-ID*': '8',
      'Eigenschaft/Variante (Name:Anzeigetyp:Anzeige-Position)*': 'Taille:select:0',
      'Wert (Wert: Position)*': 'L:0',
      'Artikel-Nr.': 'V-8-L',
      'Auswirkungen auf den Preis': '3',
      Menge: '0',
    }
    const french = {
      'ID produit*': '8',
      'Attribut (Nom:Type:Position)*': 'Taille:select:0',
      'Valeur (Valeur:Position)*': 'S:0',
      Référence: 'V-8-S',
      'Impact sur le prix': '1',
      Quantité: '2',
    }
    const polish = {
      'Identyfikator Produktu (ID)': '8',
      'Indeks produktu': '',
      'Atrybut (Nazwa:Typ:Pozycja)*': 'Taille:select:0',
      'Wartość (Wartość:Pozycja)*': 'M:0',
      Indeks: 'V-8-M',
      'Wpływ na cenę': '2',
      Ilość: '1',
    }
    const file = await readFiles({
      'p.csv': csv(VASE),
      'fr.csv': csv(french),
      'pl.csv': csv(polish),
      'de.csv': csv(german),
    })
    assert.deepEqual(
      file.products[0]!.variants.map(({ sku, price, stock }) => [sku, price, stock]),
      [
        ['V-8-S', '17.53', 2],
        ['V-8-M', '18.53', 1],
        ['V-8-L', '19.53', 0],
      ],
    )
  })
})

test('texts for search engines are read in all languages of the headers', async () => {
  const [vase] = await productsIn(csv({ ...VASE, 'Meta title': 'Vases', 'Meta description': 'Round.' }))
  assert.deepEqual(vase!.seo, { title: 'Vases', description: 'Round.' })
  const [german] = await productsIn(csv({ ...VASE, 'Meta-Titel': 'Vasen', 'Meta-Beschreibung': '' }))
  assert.deepEqual(german!.seo, { title: 'Vasen' })
})

test('the header of a list in PrestaShop names its separator', async () => {
  const { 'Tags (x,y,z...)': _, 'Categories (x,y,z...)': __, ...others } = VASE
  const row = { ...others, 'Tags (x;y;z...)': 'round; blue, dark', 'Categories (x;y;z...)': 'Home/Vases;Sale' }
  assert.deepEqual(labelsOf((await readFile(csv(row))).products[0]!), [
    ...['Home', 'Vases < home', 'Sale'],
    ...['round', 'blue, dark'],
  ])
})
