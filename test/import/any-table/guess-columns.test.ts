import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guessColumns } from '../../../src/import/any-table/guess-columns.ts'

/** The guess at a table, as an object, without the columns that are not used. */
function guess(text: string, named: Record<string, string> = {}): Record<string, string> {
  const { columns, missing } = guessOf(text, named)
  const used = columns.filter(({ becomes }) => becomes !== 'not used')
  return { ...Object.fromEntries(used.map(({ header, becomes }) => [header, becomes])), ...(missing && { missing }) }
}

function guessOf(text: string, named: Record<string, string> = {}) {
  const [header, ...rows] = text.split('\n').map((line) => line.trim().split('|'))
  return guessColumns(header!, rows, new Map(Object.entries(named)))
}

describe('the columns of a table are guessed', () => {
  test('by the words for them in many languages', () => {
    assert.deepEqual(
      guess('Artikelbezeichnung|Art.-Nr.|VK-Preis (brutto)|Lagerbestand|Größe|Hersteller\nSeife|A1|5,00|3|L|Acme'),
      {
        Artikelbezeichnung: 'name',
        'Art.-Nr.': 'sku',
        'VK-Preis (brutto)': 'price',
        Lagerbestand: 'stock',
        Größe: 'option: Größe',
        Hersteller: 'brand',
      },
    )
    const words: readonly (readonly [string, string, string, string])[] = [
      ['Nom du produit', 'Prix TTC', 'Référence', 'Couleur'],
      ['Nombre', 'Precio', 'Código', 'Talla'],
      ['Nome do produto', 'Preço', 'SKU', 'Tamanho'],
      ['Nome prodotto', 'Prezzo', 'Codice articolo', 'Taglia'],
      ['Productnaam', 'Verkoopprijs', 'Artikelcode', 'Maat'],
      ['Nazwa', 'Cena brutto', 'Indeks', 'Rozmiar'],
      ['Название', 'Цена', 'Артикул', 'Размер'],
      ['Ürün Adı', 'Satış Fiyatı', 'Stok Kodu', 'Beden'],
      ['商品名', '販売価格', '品番', 'サイズ'],
      ['상품명', '판매가', '상품코드', '색상'],
      ['اسم المنتج', 'السعر', 'رمز المنتج', 'اللون'],
      ['Név', 'Ár', 'Cikkszám', 'Méret'],
    ]
    for (const [name, price, sku, size] of words)
      assert.deepEqual(guess(`${name}|${price}|${sku}|${size}\nSápa|5|A1|M`), {
        [name]: 'name',
        [price]: 'price',
        [sku]: 'sku',
        [size]: `option: ${size}`,
      })
  })

  test('by the cells: pictures, gtins, and prices with a currency, whatever their headers', () => {
    assert.deepEqual(guess('Title|Column 5|Xyz|What it takes\nSoap|https://x.example/a.jpg|4006381333931|5,00 €'), {
      Title: 'name',
      'Column 5': 'picture',
      Xyz: 'gtin',
      'What it takes': 'price',
    })
  })

  test('only if the cells fit the header', () => {
    const text = 'Name|Price|Image|Stock|EAN|Link\nSoap|5|yes|on the shelf|none at all|see below'
    assert.deepEqual(guess(text), { Name: 'name', Price: 'price' })
    assert.deepEqual(guess('Name|Price\nSoap|on request').missing, 'No column is certain to be the price.')
  })

  test('the best header of each role counts', () => {
    const text = 'ID|Code|SKU|Product|Title|Amount|Price|Old price\n1|A|S-1|Soap|A soap|9|5|7'
    assert.deepEqual(guess(text), { SKU: 'sku', Title: 'name', Price: 'price', 'Old price': 'list price' })
  })

  test('nothing is guessed that is not certain', () => {
    assert.match(
      guess('Price EUR|Price USD|Name\n5|6|Soap').missing!,
      /Several columns may be the price: “Price EUR”, “Price USD”/,
    )
    assert.match(guess('Date|Amount|Payee\n2026-01-01|5|Me').missing!, /No column is certain to be the name/)
    assert.match(guess('Name|Cost\nSoap|5').missing!, /No column is certain to be the price/)
  })

  test('a status is never passed over', () => {
    assert.equal(guess('Name|Price|Status\nSoap|5|planned').Status, 'published')
    assert.equal(guess('Name|Price|Hidden\nSoap|5|no').Hidden, 'hidden')
  })

  test('what is named is certain', () => {
    const text = 'Name|Net|Gross|Note\nSoap|4|5|new'
    const { columns, isNamed } = guessOf(text, { name: 'name', gross: 'price', note: 'option: Condition' })
    assert.deepEqual(
      columns.map(({ becomes }) => becomes),
      ['name', 'not used', 'price', 'option: Condition'],
    )
    assert.ok(isNamed)
    assert.ok(!guessOf(text, { gross: 'price' }).isNamed)
  })

  test('shows different values of a column', () => {
    const samples = guessOf('Name|Price\nSoap|5\nSoap|N/A\nOil|6\nTea|7\nCup|8').columns.map((column) => column.samples)
    assert.deepEqual(samples, [
      ['Soap', 'Oil', 'Tea'],
      ['5', '6', '7'],
    ])
  })
})

describe('rows are grouped', () => {
  test('by a column with the sku of a parent, a group or a handle', () => {
    assert.equal(
      guess('SKU|Parent SKU|Name|Price\nA||Hat|\nA-1|A|Hat red|5\nA-2|A|Hat blue|5')['Parent SKU'],
      'product',
    )
    assert.equal(guess('Group|Name|Size|Price\n7|Hat|S|5\n7|Hat|M|5').Group, 'product')
    assert.equal(guess('Handle|Name|Size|Price\nhat|Hat|S|5\nhat||M|5').Handle, 'handle')
  })

  test('by a group only if its rows are of one product', () => {
    assert.equal(guess('Group|Name|Size|Price\n7|Hat|S|5\n7|Coat|M|5').Group, undefined)
    assert.equal(guess('Group|Name|Size|Price\n7|Hat|S|5\n8|Hat|M|5').Group, undefined)
  })

  test('by the same name only if the options tell all of its rows apart', () => {
    assert.equal(guess('Name|Size|Price\nHat|S|5\nHat|M|5').Name, 'product name')
    assert.equal(guess('Name|Size|Price\nHat|S|5\nHat|S|6').Name, 'name')
    assert.equal(guess('Name|Size|Price\nHat|S|5\nCoat|S|6').Name, 'name')
    assert.equal(guess('Name|Weight|Price\nHat|1|5\nHat|2|6').Name, 'name')
    assert.equal(guess('Name|Brand|Size|Price\nHat|A|S|5\nHat|B|S|6').Name, 'name')
  })
})
