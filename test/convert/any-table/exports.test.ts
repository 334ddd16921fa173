import assert from 'node:assert/strict'
import { readFile as readText } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { labelsOf, optionsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'

describe('the columns of these exports are guessed:', () => {
  test('Tiendanube, with options in columns of names and values', async () => {
    const shirt = {
      'Identificador de URL': 'remera-lisa',
      Nombre: 'Remera',
      Categorías: 'Ropa > Remeras, Ofertas',
      'Nombre de propiedad 1': 'Talle',
      'Valor de propiedad 1': 'S',
      'Nombre de propiedad 2': 'Color',
      'Valor de propiedad 2': 'Rojo',
      'Nombre de propiedad 3': '',
      'Valor de propiedad 3': '',
      Precio: '1,500.00',
      'Precio promocional': '1,200.00',
      Stock: '10',
      SKU: 'R-S',
      'Mostrar en tienda': 'SI',
    }
    const medium = {
      'Identificador de URL': 'remera-lisa',
      'Valor de propiedad 1': 'M',
      'Valor de propiedad 2': 'Rojo',
    }
    const hidden = { ...shirt, 'Identificador de URL': 'oculto', SKU: 'O', 'Mostrar en tienda': 'NO' }
    const file = await readFile(table([shirt, { ...medium, Precio: '900.00', SKU: 'R-M', Stock: '' }, hidden], ';'))
    assert.deepEqual([told(file), reasons(file)], [[], ['4 unpublished']])
    const [product] = file.products
    assert.deepEqual(
      [product!.slug, labelsOf(product!), optionsOf(product!, 1)],
      ['remera-lisa', ['Ropa', 'Remeras < ropa', 'Ofertas'], { talle: 'M', color: 'Rojo' }],
    )
    assert.deepEqual(
      product!.variants.map(({ sku, price, listPrice, stock }) => [sku, price, listPrice, stock]),
      [
        ['R-S', '1200.00', '1500.00', 10],
        ['R-M', '900.00', undefined, null],
      ],
    )
  })

  test('OXID, with the columns that docs/formats.md names', async () => {
    const docs = await readText(new URL('../../../docs/formats.md', import.meta.url), 'utf8')
    const [json] = docs.match(/(?<=```json\n)\{\n {2}"OXID"[^`]*/)!
    const columns = new Map(Object.entries<string>(JSON.parse(json)).map(([name, role]) => [name.toLowerCase(), role]))
    const kite = {
      ...{
        OXID: 'k',
        OXPARENTID: '',
        OXARTNUM: '1401',
        OXTITLE: 'Kite',
        OXPRICE: '159',
        OXTPRICE: '199',
        OXSTOCK: '0',
      },
      ...{ OXVARNAME: 'Size | Color', OXVARSELECT: '', OXPIC1: 'kite.jpg', OXACTIVE: '1', OXHIDDEN: '0' },
    }
    const small = { ...kite, OXID: 'k1', OXPARENTID: 'k', OXARTNUM: '1401-1', OXTITLE: '', OXSTOCK: '4' }
    const rows = [
      kite,
      { ...small, OXVARSELECT: 'S | Blue' },
      { ...small, OXID: 'k2', OXARTNUM: '1401-2', OXPRICE: '169', OXVARSELECT: 'M | Blue' },
      { ...kite, OXID: 'w', OXARTNUM: '2001', OXTITLE: 'Wax', OXPRICE: '9.5', OXTPRICE: '0' },
      { ...kite, OXID: 'o', OXTITLE: 'Old', OXACTIVE: '0' },
    ]
    const file = await readFile(table(rows), { columns })
    assert.deepEqual(reasons(file), ['6 unpublished'])
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, variants.map(({ sku, price, stock }) => [sku, price, stock])]),
      [
        [
          'Kite',
          [
            ['k1', '159.00', 4],
            ['k2', '169.00', 4],
          ],
        ],
        ['Wax', [['w', '9.50', 0]]],
      ],
    )
    assert.deepEqual(optionsOf(file.products[0]!, 1), { variant: 'M | Blue' })
  })

  test('OpenCart, whose sku is often blank beside a model', async () => {
    const phone = {
      product_id: '28',
      'name(en-gb)': 'Phone',
      categories: '20,24',
      sku: '',
      quantity: '9',
      model: 'Product 1',
      image_name: 'catalog/phone.jpg',
      price: '100.00',
      date_added: '2009-02-03',
      status: 'true',
    }
    const watch = { ...phone, product_id: '29', 'name(en-gb)': 'Watch', model: 'Product 2', status: 'false' }
    const file = await readFile(table([phone, watch]))
    assert.deepEqual([told(file), reasons(file)], [[], ['3 unpublished']])
    const [variant] = file.products[0]!.variants
    assert.deepEqual([variant!.sku, variant!.gtin], ['Product 1', undefined], 'a date is no gtin')
    const [bySku] = await productsIn(table([{ ...phone, sku: 'P-1' }]))
    assert.equal(bySku!.variants[0]!.sku, 'P-1')
  })

  test('Amazon flat files, with parents and children below three headers', async () => {
    const [first, second] = ['TemplateType=fptcustom\tVersion=2021\t\t\t\t\t', 'Seller SKU\tName\tPrice\t\t\t\t']
    const header = 'item_sku\titem_name\tstandard_price\tquantity\tparent_child\tparent_sku\tsize_name'
    const rows = [
      'TS\tShirt\t\t\tParent\t\t',
      'TS-S\tShirt S\t19.90\t3\tChild\tTS\tS',
      'TS-M\tShirt M\t20\t0\tChild\tTS\tM',
    ]
    const [shirt, ...others] = await productsIn([first, second, header, ...rows].join('\n'), { yes: true })
    assert.deepEqual(
      [others.length, ...shirt!.variants.map(({ sku, price, stock }) => [sku, price, stock])],
      [0, ['TS-S', '19.90', 3], ['TS-M', '20.00', 0]],
    )
    assert.deepEqual(optionsOf(shirt!, 1), { size: 'M' })
  })

  test('Shoptet, whose pair code groups variants', async () => {
    const row = {
      code: 'K-1/S',
      pairCode: 'K-1',
      name: 'Košile',
      defaultImage: 'https://x.example/k.jpg',
      image: 'https://x.example/k2.jpg',
      price: '499',
      productVisibility: 'visible',
      'variant:Velikost': 'S',
    }
    const hat = {
      ...row,
      code: 'H',
      pairCode: '',
      name: 'Klobouk',
      productVisibility: 'hidden',
      'variant:Velikost': '',
    }
    const file = await readFile(table([row, { ...row, code: 'K-1/M', 'variant:Velikost': 'M' }, hat], ';'))
    assert.deepEqual([told(file), reasons(file), file.products.length], [[], ['4 unpublished'], 1])
    const [shirt] = file.products
    assert.deepEqual([optionsOf(shirt!, 1), shirt!.files.length], [{ velikost: 'M' }, 2])
  })

  test('JTL, whose variants name their parent by its sku', async () => {
    const header =
      'Artikelnummer;Artikelname;Brutto-VK;Identifizierungsspalte Vaterartikel;Variationsname 1;Variationswertname 1'
    const rows = ['H;Hemd;19,90;;;', 'H-S;Hemd S;19,90;H;Größe;S', 'H-M;Hemd M;21,90;H;Größe;M']
    const [shirt, ...others] = await productsIn([header, ...rows].join('\n'))
    assert.deepEqual([others.length, shirt!.variants.map(({ sku }) => sku)], [0, ['H-S', 'H-M']])
    assert.deepEqual(optionsOf(shirt!, 1), { grosse: 'M' })
  })
})

test('values of options without a column of their names are an option by themselves', async () => {
  const rows = [
    { Name: 'Cup', 'Option value': 'red', Price: '5' },
    { Name: 'Cup', 'Option value': 'blue', Price: '5' },
  ]
  const [cup] = await productsIn(table(rows))
  assert.deepEqual(optionsOf(cup!, 1), { value: 'blue' })
})

test('columns can be called names and values of options', async () => {
  const columns = new Map(Object.entries({ k: 'option name 2', v: 'option value 2', name: 'product name' }))
  const [cup] = await productsIn('name,k,v,price\nCup,Color,red,5\nCup,,blue,5\n', { columns })
  assert.deepEqual(optionsOf(cup!, 1), { color: 'blue' })
})

describe('a stock such as 1.250', () => {
  const stocks = async (...values: string[]) =>
    readFile(table(values.map((stock, index) => ({ Name: `Nut ${index}`, Price: '5', Stock: stock }))))

  test('has thousands if other stocks have a comma before decimals', async () => {
    const file = await stocks('1.250', '26.067,00', '12')
    assert.deepEqual([told(file), file.products.map(({ variants }) => variants[0]!.stock)], [[], [1250, 26067, 12]])
    assert.match(warned(file).join(), /^2 Stock is read with a separator of thousands/)
  })

  test('is a problem otherwise', async () => {
    assert.deepEqual(told(await stocks('1.250', '850')), ['2 Stock is "1.250"'])
  })
})

test('a price such as 1.250 has thousands beside prices with decimal commas, however high these are', async () => {
  const rows = ['1.250', '1250,50', '9,90'].map((price, index) => ({ Name: `Table ${index}`, Price: price }))
  const products = await productsIn(table(rows, ';'))
  assert.deepEqual(
    products.map(({ variants }) => variants[0]!.price),
    ['1250.00', '1250.50', '9.90'],
  )
})

test('columns of sizes are asked about, and not used', async () => {
  const text = 'Name,Price,S,M,L\nShirt,19.90,1,2,0\n'
  await assert.rejects(readFile(text), /The columns “S”, “M”, “L” are perhaps sizes/)
  const columns = new Map(['s', 'm', 'l'].map((size) => [size, 'not used']))
  const [shirt] = await productsIn(text, { columns })
  assert.equal(shirt!.variants.length, 1)
})
