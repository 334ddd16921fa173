// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guessColumns } from '@vitrine/convert/any-table/guess-columns'

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

  test('but not by those for the name and the id of a store', () => {
    assert.deepEqual(guess('Store name|Store ID|Description|Price\nHarbour|12|Rye bread|3\nMarket|13|Pretzel|1'), {
      Description: 'name',
      Price: 'price',
    })
  })

  test('by the words of exports and feeds', () => {
    const roles = (header: string, ...cells: string[]) =>
      guess(`Name|Price|${header}\n${cells.map((cell, index) => `Soap ${index}|5|${cell}`).join('\n')}`)[header]
    assert.equal(guess('name|priceWithTax\nSoap|5').priceWithTax, 'price')
    assert.equal(roles('Langbeskrivelse', 'Warm'), 'description')
    assert.equal(guess('Name|Price tax|Final price with tax\nSoap|1|5')['Final price with tax'], 'price')
    assert.equal(guess('Name|Price tax\nSoap|1')['Price tax'], undefined)
    assert.equal(roles('מק"ט', 'A1'), 'sku')
    assert.equal(roles('画像2', 'a.jpg'), 'picture')
    assert.equal(roles('S.No', '1', '2'), undefined)
    assert.equal(roles('cve_articulo', 'A1', 'A2'), 'sku')
    assert.equal(guess('name|price|brand|param.Brand\nHat|5|Acme|Other')['param.Brand'], undefined)
    assert.equal(roles('Imagine URL', 'https://x.example/1.jpg'), 'picture')
    assert.equal(roles('link zdjecia', 'a.jpg'), 'picture')
    assert.equal(guess('tuote_nimi|myyntihinta\nSaippua|5').tuote_nimi, 'name')
    assert.equal(guess('Ürün Adı|Fiyat TL (KDV dahil)\nSabun|5,00')['Fiyat TL (KDV dahil)'], 'price')
    assert.equal(guess('Title|Preis Euro\nSeife|5,00')['Preis Euro'], 'price')
    assert.equal(roles('currencyId', 'RUR', 'RUR'), 'currency')
    assert.equal(roles('retailer_id', '1', '2'), 'sku')
    assert.equal(roles('galleryImageUrls', '/a.jpg|/b.jpg', '/c.jpg'), 'picture')
    assert.equal(roles('Available for sale [Main shop]', 'Y', 'N'), 'published')
    assert.equal(roles('Disponibles para la venta [Tienda]', 'Y', 'N'), 'published')
    assert.equal(roles('Listino', '9', '8'), 'list price')
    assert.equal(roles('additional_imageurl', '/a.jpg', '/b.jpg'), 'picture')
    assert.equal(roles('attrs.a.SKU', 'A', 'B'), 'sku')
    assert.equal(roles('Situação', 'Ativo', 'Ativo'), 'published')
    assert.equal(roles('jumlah_stok', '3', '4'), 'stock')
    assert.equal(roles('Hinh', 'https://x.example/1', 'https://x.example/2'), 'picture')
    assert.equal(roles('Loai', 'Giay', 'Vot'), 'category')
    for (const names of ['ÜRÜN ADI|ÜRÜN FİYATI', 'Наименование|Наша цена', 'nama_barang|harga', 'name|priceuah'])
      assert.deepEqual(Object.values(guess(`${names}\nSabun|5`)), ['name', 'price'], names)
    assert.deepEqual(guess('Title|Price|Product Type|Product Categories\nSoap|5|Physical|Care\nOil|6|Physical|Hair'), {
      Title: 'name',
      Price: 'price',
      'Product Categories': 'category',
    })
  })

  test('with a language at the end of the header of a text', () => {
    assert.equal(guess('code|description_en|price_eur\nA1|Soap|5\nA2|Oil|6').description_en, 'name')
    assert.equal(guess('name_de|price\nSeife|5').name_de, 'name')
    assert.deepEqual(guess('name|name_ua|price\nSoap|Мило|5'), { name: 'name', price: 'price' })
    assert.equal(guess('trAd|fiyat\nLale|5').trAd, 'name')
    assert.equal(guess('English Name|Price\nSoap|5')['English Name'], 'name')
    const byKey = (key: string) => guess(`Name|Price|category_id\nSoap|5|${key}`).category_id
    assert.deepEqual(['Care', '12', 'C-12', '4fbd3a8f3ac9494ab247'].map(byKey), [
      'category',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('of authors, artists and designers, as options of the product as a whole', () => {
    const rows = (header: string) => guess(`Title|${header}|Price\nFlights|Tokarczuk, Olga|5\nSolaris|Lem|6`)
    const headers = 'author Autores auteur Autore Verfasser Artist Designer Автор 著者 author.name Author(s)'.split(' ')
    for (const header of headers) assert.match(rows(header)[header] ?? '', /^options: /, header)
    assert.equal(rows('Author').Author, 'options: Author')
    assert.equal(rows('reviews.author')['reviews.author'], undefined)
    const pharmacy = guess('Nombre|Marca|Laboratorio|Precio\nGel|Acme|Bayer|5\nSpray|Acme|Roche|6')
    assert.deepEqual([pharmacy.Marca, pharmacy.Laboratorio], ['brand', 'options: Laboratorio'])
    // The author of the file, and numbers of authors.
    assert.equal(guess('Title|Author|Price\nFlights|admin|5\nSolaris|admin|6').Author, undefined)
    assert.equal(guess('Title|Author|Price\nFlights|17|5\nSolaris|18|6').Author, undefined)
  })

  test('in one of several languages', () => {
    assert.deepEqual(guess('name_de|name_fr|description_fr|description_de|price\nSeife|Savon|Bon|Gut|5'), {
      name_de: 'name',
      description_de: 'description',
      price: 'price',
    })
    assert.deepEqual(guess('Prodotto (IT)|Product (EN)|Prezzo\nSapone|Soap|5\n|Oil|6'), {
      'Product (EN)': 'name',
      Prezzo: 'price',
    })
    assert.equal(guess('trAd|deAd|fiyat\nLale|Tulpe|5').trAd, 'name')
    assert.deepEqual(guess('name_de|Name (French)|category_fr|price\nSeife|Savon|Soin|5'), {
      name_de: 'name',
      category_fr: 'category',
      price: 'price',
    })
  })

  test('in the language of a name that is given', () => {
    assert.deepEqual(
      guess('name_de|name_fr|description_de|description_fr|price\nSeife|Savon|Gut|Bon|5', { name_fr: 'name' }),
      {
        name_fr: 'name',
        description_fr: 'description',
        price: 'price',
      },
    )
  })

  test('as a link only if there is one', () => {
    assert.equal(guess('Name|Price|Link\nSoap|5|https://x.example/soap').Link, 'link')
    const several = 'Name|Price|Link 1|Link 2\nSoap|5|https://a.example/soap|https://b.example/soap'
    assert.deepEqual(guess(several), { Name: 'name', Price: 'price' })
  })

  test('with a hint if all rows have fewer cells than the header', () => {
    const { missing } = guess('Name|Price|Brand|Image\nSoap|Acme|/a.jpg\nOil|Acme|/b.jpg')
    assert.match(missing!, /The rows have 3 cells, but the header has 4: cells may stand below a wrong header\.$/)
  })

  test('as a price with the tax, rather than without', () => {
    assert.deepEqual(guess('Name|Price (tax excl.)|Price (tax incl.)\nSoap|5.00|6.05'), {
      Name: 'name',
      'Price (tax incl.)': 'price',
    })
    assert.equal(guess('Nome|Prezzo (IVA esclusa)\nSapone|5,00')['Prezzo (IVA esclusa)'], 'price')
  })

  test('by the cells: pictures, gtins, and prices with a currency, whatever their headers', () => {
    assert.deepEqual(guess('Title|Column 5|Xyz|What it takes\nSoap|https://x.example/a.jpg|4006381333931|5,00 €'), {
      Title: 'name',
      'Column 5': 'picture',
      Xyz: 'gtin',
      'What it takes': 'price',
    })
  })

  test('by the cells: pictures of which a cell has several', () => {
    const roles = (header: string) =>
      guess(`Name|Price|Image|${header}\nSoap|5|/a.jpg|/b.jpg, /c.jpg\nOil|6|/d.jpg|/e.jpg`)[header]
    const columns = ['Xyz', 'galeria', 'brand_logos', 'supplier_photos', 'invoice scans', 'thumbnail']
    assert.deepEqual(columns.map(roles), ['picture', 'picture', undefined, undefined, undefined, undefined])
    const alone = guess('Name|Price|Image|invoice_scan\nSoap|5|/a.jpg|/b.jpg\nOil|6|/d.jpg|/e.jpg')
    assert.equal(alone.invoice_scan, undefined)
    assert.equal(guess('Name|Cost|Xyz\nBox|2.30|PAP 21').Xyz, undefined)
  })

  test('with a question about words for what is sold out', () => {
    const rows = (word: string) => `Name|Price|Gift wrap\nSoap|5|available\nOil|6|${word}`
    for (const word of ['unavailable', 'draft', 'sold out'])
      assert.match(guessOf(rows(word)).doubts.join(), /may say which products are not for sale/, word)
  })

  test('without a question about words that repeat the stock', () => {
    const doubts = (stock: string) =>
      guessOf(`Name|Price|Stock|Note\nSoap|5|${stock}|sold out\nOil|6|2|available`).doubts
    assert.deepEqual(doubts('0'), [])
    assert.match(doubts('3').join(), /may say which products are not for sale: “Note”/)
    const blocked = guessOf('Name|Price|Stock|blocked by\nSoap|5|0|yes\nOil|6|2|no').doubts.join()
    assert.match(blocked, /may say which products are not for sale/)
  })

  test('as names that are asked about, if they are shorter than descriptions', () => {
    const asked = (text: string) => /“(.*?)” has texts, but its header/.exec(guessOf(text).doubts.join())?.[1]
    const rows = 'Sturdy and light, for all hands|9|Reacher\nWith two arms and a high back|8|Shower chair'
    assert.equal(asked(`Description|Price|Device Name\n${rows}`), 'Device Name')
    for (const other of ['Supplier name', 'Brand name', 'Part number', 'Verpackung'])
      assert.equal(guess(`Description|Price|${other}\n${rows}`).Description, 'name', other)
    const print =
      'Printing|For documents of any kind|5\nPhotos|On glossy photo paper, 3x4|6\nMugs|With your logo on it, in white|7'
    assert.equal(asked(`Xyz|Description|Price\n${print}`), 'Xyz')
    assert.equal(
      guess(`Xyz|Description|Price\n${print.replaceAll(/Printing|Photos|Mugs/g, 'pcs')}`).Description,
      'name',
    )
    const dishes = 'Geprek|5|Fried salmon coated with flour\nCurry|6|With coconut milk and rice, hot'
    assert.equal(asked(`Menu|Price|Description\n${dishes}`), 'Menu')
    assert.equal(guess(`Category|Price|Description\n${dishes}`).Description, 'name')
    assert.equal(asked('MODEL|VARIANT|PRICE\nACTIVA|STD|9\nACTIVA|DLX|10\nDIO|STD|7\nDIO|DLX|8'), 'MODEL')
  })

  test('as a reduced price or whether there is one, by the cells', () => {
    assert.equal(guess('Name|listEur|saleEur\nSofa|14760|6500').saleEur, 'price')
    assert.equal(guess('Name|Price|Sale\nSofa|14760|1\nChair|8|0').Sale, 'on sale')
    assert.equal(guess('Name|Price|Sale\nSofa|120.00|20\nChair|340.00|15').Sale, undefined)
  })

  test('as an option by the unit of a bottle', () => {
    const perfumes = guess('Name|Price|ml\nOud|55|120\nOud|95|200\nRose|55|60')
    assert.deepEqual(perfumes, { Name: 'product name', Price: 'price', ml: 'option: ml' })
    assert.equal(guess('Name|Price|kg\nDesk|55|12\nLamp|95|2').kg, undefined)
  })

  test('without the condition of an article as its status', () => {
    const rows = (status: string) => `Name|Price|status_item\nComic|5|${status}\nCamera|6|${status}`
    assert.deepEqual(guessOf(rows('Used - like new')).doubts, [])
    assert.equal(guess(rows('Used - like new')).status_item, undefined)
    assert.equal(guess(rows('draft')).status_item, 'published')
    assert.equal(guess(rows('Used - sold')).status_item, 'published')
  })

  test('with one name for several things', () => {
    const { Notes, ...others } = guess('Name|Price|Xyz / Description|Brand / Price\nSoap|5|Smells good|6')
    assert.deepEqual(
      [Notes, others['Xyz / Description'], others['Brand / Price']],
      [undefined, 'description', undefined],
    )
  })

  test('by a reduced price that only some rows have', () => {
    assert.deepEqual(guess('Name|MSRP|SalePrice\nSaw|19|\nAxe|20|15'), {
      Name: 'name',
      MSRP: 'price',
      SalePrice: 'sale price',
    })
    assert.equal(guess('Name|MSRP|SalePrice\nSaw|19|18\nAxe|20|15').MSRP, 'list price')
  })

  test('part numbers as skus only if there are no other ones', () => {
    const rows = 'Pump|5|AB-12/3|P1\nHose|6|AB-12/4|P2'
    assert.deepEqual(guess(`Name|Price|MPN|SKU\n${rows}`), { Name: 'name', Price: 'price', MPN: 'mpn', SKU: 'sku' })
    assert.deepEqual(guess(`Name|Price|MPN|\n${rows}`), { Name: 'name', Price: 'price', MPN: 'sku' })
  })

  test('as options without the word “name”, and as categories only if they have words', () => {
    const text = 'item_name|standard_price|color_name|categories\nSoap|5|red|20,24'
    assert.deepEqual(guess(text), { item_name: 'name', standard_price: 'price', color_name: 'option: color' })
  })

  test('only if the cells fit the header', () => {
    const text = 'Name|Price|Image|Stock|EAN|Link\nSoap|5|yes|on the shelf|none at all|see below'
    assert.deepEqual(guess(text), { Name: 'name', Price: 'price' })
    assert.match(guess('Name|Price\nSoap|on request').missing!, /^No column is certain to be the price\./)
  })

  test('as attributes by a unit in the header, but not where its letters are words or sizes', () => {
    const header = 'Name|Price|weight_kg|Länge_m|cable.length_cm|Height [mm]|stock_m|made_in|price_kg|size_l|note_cm'
    assert.deepEqual(guess(`${header}\nSoap|5|0,3|1.5|90|20|4|7|9|3|short`), {
      ...{ Name: 'name', Price: 'price', weight_kg: 'attribute: weight (kg)', Länge_m: 'attribute: Länge (m)' },
      ...{ 'cable.length_cm': 'attribute: cable length (cm)', 'Height [mm]': 'attribute: Height [mm]' },
    })
  })

  test('as popularity only if they count, and are no rank and no yes or no', () => {
    const guessed = (header: string, ...values: readonly string[]) =>
      guess([`Name|Price|${header}`, ...values.map((value, index) => `Soap ${index}|5|${value}`)].join('\n'))[header]
    for (const header of ['total_sales', 'Units sold', 'sold', 'Popularity', 'Unidades vendidas', 'Verkaufte Menge'])
      assert.equal(guessed(header, '12', '0', '7'), 'popularity', header)
    assert.equal(guessed('Popularity', '2', '1', '3'), undefined, 'a rank')
    assert.equal(guessed('sold', '1', '0', '0'), undefined, 'yes or no')
    assert.equal(guessed('Total sales', '12.50', '7.00'), undefined, 'money')
    for (const header of ['Bestseller rank', 'Sales rank', 'sales']) assert.equal(guessed(header, '12', '9'), undefined)
  })

  test('in words without those that link them, and in the plural', () => {
    const text = 'productos|prix_vente_eur|url imagen\nJabón|5|a.jpg'
    assert.deepEqual(guess(text), { productos: 'name', prix_vente_eur: 'price', 'url imagen': 'picture' })
  })

  test('in words without spaces, and of two capitals', () => {
    const text = 'ProductName|VKPreis|imageurl|inStock\nSoap|5|a.jpg|1\nOil|6|b.jpg|0'
    assert.deepEqual(guess(text), { ProductName: 'name', VKPreis: 'price', imageurl: 'picture', inStock: 'in stock' })
    assert.equal(guess('Nazwa|Cena netto|Cena brutto\nMydło|4|5')['Cena brutto'], 'price')
    assert.equal(guess('Nazwa|Cena katalogu\nMydło|4,50 zł')['Cena katalogu'], 'price')
    assert.equal(guess('Name|Price|In stock\nSoap|5|1\nOil|6|7')['In stock'], 'stock')
  })

  test('as the name if a description is all that names the products', () => {
    assert.deepEqual(guess('Code|Description|Price\n1|Soap|5\n2|Oil|6'), {
      Code: 'sku',
      Description: 'name',
      Price: 'price',
    })
    assert.equal(guess('Name|Description|Price\nSoap|Fine|5').Description, 'description')
    assert.match(guess(`Description|Price\n${'very '.repeat(40)}fine|5`).missing!, /the name/)
  })

  test('as the price if there is only a reduced price, or only a list price', () => {
    const text = 'Name|MRP|Discounted price\nSoap|6|5'
    assert.deepEqual(guess(text), { Name: 'name', MRP: 'list price', 'Discounted price': 'price' })
    assert.deepEqual(guess('Name|RRP\nSoap|6'), { Name: 'name', RRP: 'price' })
    assert.match(
      guess('name|list_price|standard_price\nSoap|6|5').missing!,
      /Several columns may be the price: “standard_price”, “list_price”/,
    )
  })

  test('as the price unless it is 0 wherever another price is not', () => {
    assert.equal(guess('Name|Price|List price\nSoap|0.0|5.0\nOil|0.0|6.0')['List price'], 'price')
    assert.equal(guess('Name|Price|List price\nSoap|0|5\nOil|4|6').Price, 'price')
    assert.equal(guess('Name|Price\nSample|0').Price, 'price')
  })

  test('as options of the product if their cells are lists of what other cells have', () => {
    const colors = (...cells: string[]) =>
      guess(`Name|Price|Color\n${cells.map((cell, index) => `Door ${index}|5|${cell}`).join('\n')}`).Color
    assert.equal(colors('White, Ash', 'White', 'Oak, Ash'), 'options: Color')
    assert.equal(colors('Black, White', 'Red', 'Oak'), 'option: Color')
    assert.equal(colors('Red', 'White'), 'option: Color')
    assert.equal(colors('0', '0'), undefined)
  })

  test('as numbered options, with words for the numbers too', () => {
    const header = 'handle|name|price|variant_option_one_name|variant_option_one_value|variant_option_two_name'
    assert.deepEqual(
      guess(`${header}|variant_option_two_value\nhat|Hat|5|Size|S|Color|red\nhat|Hat|5|Size|M|Color|red`),
      {
        handle: 'handle',
        name: 'name',
        price: 'price',
        variant_option_one_name: 'option name 1',
        variant_option_one_value: 'option value 1',
        variant_option_two_name: 'option name 2',
        variant_option_two_value: 'option value 2',
      },
    )
    const spanish = guess('Handle|Nombre|Precio|Opción 1 nombre|Opción 1 valor\nh|Té|5|Tamaño|S\nh|Té|6|Tamaño|M')
    assert.equal(spanish['Opción 1 nombre'], 'option name 1')
    assert.equal(spanish['Opción 1 valor'], 'option value 1')
  })

  test('also if one of few prices is wrong', () => {
    assert.equal(guess('Name|Price\nSoap|5\nOil|five').Price, 'price')
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
    assert.equal(
      guess('product_name|product_price|product_is_available\nSoap|5|true').product_is_available,
      'published',
    )
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

  test('by a column of groups only if the options tell the rows of a group apart', () => {
    assert.equal(guess('Product group|Name|Price\nHat|Hat 1|5\nHat|Hat 2|6')['Product group'], 'category')
    assert.equal(guess('Group|Name|Price\nHat|Hat 1|5\nHat|Hat 2|6').Group, 'category')
    assert.equal(guess('Style code|Name|Price\nHat|Hat 1|5\nHat|Hat 2|6')['Style code'], undefined)
    assert.equal(guess('Parent SKU|Name|Price\nH|Hat|5\nH|Hat|6')['Parent SKU'], undefined)
  })

  test('by a group only if its rows are of one product', () => {
    assert.equal(guess('Group|Name|Size|Price\n7|Hat|S|5\n7|Coat|M|5').Group, undefined)
    assert.equal(guess('Group|Name|Size|Price\n7|Hat|S|5\n8|Hat|M|5').Group, undefined)
  })

  test('by the same name, but not if their authors differ', () => {
    const books = (author: string) => guess(`Title|Author|Binding|Price\nPoems|Keats|paper|9\nPoems|${author}|cloth|19`)
    assert.deepEqual([books('Keats').Title, books('Dickinson').Title], ['product name', 'name'])
  })

  test('by the same name only if the options tell all of its rows apart', () => {
    assert.equal(guess('Name|Size|Price\nHat|S|5\nHat|M|5').Name, 'product name')
    assert.equal(guess('Name|Size|Price\nHat|S|5\nHat|S|6').Name, 'name')
    assert.equal(guess('Name|Size|Price\nHat|S|5\nCoat|S|6').Name, 'name')
    assert.equal(guess('Name|Weight|Price\nHat|1|5\nHat|2|6').Name, 'name')
    assert.equal(guess('Name|Brand|Size|Price\nHat|A|S|5\nHat|B|S|6').Name, 'name')
  })

  test('by the first name of a header that has several', () => {
    const { 'Product / Position': name, 'EAN / GTIN': gtin } = guess(
      'Product / Position|EAN / GTIN|Price\nCoffee|4006381333931|5',
    )
    assert.deepEqual([name, gtin], ['name', 'gtin'])
    const { Name, Price, ...others } = guess('Name|Price|Cost / Price|Supplier / Brand|Sold / Stock\nLamp|9|6|Acme|14')
    assert.deepEqual(others, {})
  })

  test('without a list price in another currency', () => {
    const table = (currency: string) => guess(`Name|Price|Currency|tl_list_price\nLamp|2.84|${currency}|120.78`)
    assert.deepEqual([table('USD').tl_list_price, table('TRY').tl_list_price], [undefined, 'list price'])
  })

  test('by the name of a category, not by its code', () => {
    const { Familia, ...others } = guess(
      'Nombre|Precio|Familia|Descripción Familia\nLima|5,00|P022|Limas\nSierra|9,00|P8|Sierras',
    )
    assert.deepEqual([Familia, others['Descripción Familia']], [undefined, 'category'])
  })

  test('by a reduced price whose header has its percentage, but not by a rate', () => {
    assert.equal(guess('Name|Price|80%-Discount Price\nRocket|₹ 40|₹ 8.00')['80%-Discount Price'], 'sale price')
    assert.equal(guess('Name|Price|Price (%)\nRocket|40|8')['Price (%)'], undefined)
  })

  test('with charts of sizes as pictures', () => {
    assert.equal(guess('Name|Price|Talles\nBuzo|5|chart.jpg\nCamisa|6|chart2.jpg').Talles, 'picture')
  })

  test('by a kind of product if nothing else is the category, but not by the kinds of programs', () => {
    const rows = (...kinds: string[]) => kinds.map((kind, index) => `Nr ${index}|5|${kind}`).join('\n')
    assert.equal(guess(`Name|Price|Type\n${rows('Red wine', 'Beer', 'Beer')}`).Type, 'category')
    assert.equal(guess(`Name|Price|Type\n${rows('simple', 'variable', 'variable')}`).Type, undefined)
    assert.equal(guess(`Name|Price|Type\n${rows('Red wine', 'Beer', 'Cider')}`).Type, undefined)
    assert.equal(guess(`Name|Price|Type\n${rows('Wine', 'Discontinued', 'Discontinued')}`).Type, undefined)
    assert.equal(
      guess(`Name|Price|Product type\n${rows('Physical', 'Physical', 'Physical')}`)['Product type'],
      undefined,
    )
  })

  test('by both columns of categories if one divides the other', () => {
    const roles = (...rows: string[]) => {
      const lines = rows.map((row, index) => `Nr ${index}|5|${row}`)
      const { Rayon, Famille } = guess(`Nom|Prix|Rayon|Famille\n${lines.join('\n')}`)
      return [Rayon, Famille]
    }
    assert.deepEqual(roles('Froid|Clim', 'Froid|Frigo', 'Froid|Frigo', 'Son|Radio'), ['category', 'subcategory'])
    assert.deepEqual(roles('Clim|Froid', 'Frigo|Froid', 'Frigo|Froid', 'Radio|Son'), ['subcategory', 'category'])
    assert.deepEqual(roles('Froid|Clim', 'Son|Clim', 'Son|Radio', 'Son|Radio'), ['category', undefined])
  })

  test('by the price with tax, if another does not say whether it has it', () => {
    assert.deepEqual(guess('Nome|Prezzo|Prezzo ivato\nLampada|360|439,20'), { Nome: 'name', 'Prezzo ivato': 'price' })
    for (const other of ['Price (+ VAT)', 'Price (VAT)', 'Gross price', 'Price (before tax)'])
      assert.notEqual(guess(`Name|Price|${other}\nLamp|12|10`)[other], 'price', other)
    assert.notEqual(guess('Name|Price|Price incl. VAT\nLamp|12|10')['Price incl. VAT'], 'price')
    assert.deepEqual(guess('Name|Price excl. VAT|Price\nLamp|5|6'), { Name: 'name', Price: 'price' })
    assert.deepEqual(guess('Nazwa|Cena netto|Cena brutto\nLampa|5|6'), { Nazwa: 'name', 'Cena brutto': 'price' })
  })

  test('by their values where a header has several meanings', () => {
    assert.equal(guess('Name|Price|Weight\nSoap|5|200 g\nSalt|2|1kg').Weight, 'attribute: Weight')
    assert.equal(guess('Name|Price|Weight\nSoap|5|200\nSalt|2|1000').Weight, undefined)
    const header = 'Name|Price|desc1|SKU|link|published|variation'
    const row = (name: string) => `${name}|5|25|gid://x/${name}|https://wa.me/1|true\ntrue|false`
    const cells = [row('Cup'), row('Jug')].map((text) => text.split('|'))
    const { columns } = guessColumns(header.split('|'), cells)
    assert.deepEqual(
      columns.filter(({ becomes }) => becomes !== 'not used').map(({ becomes }) => becomes),
      ['name', 'price'],
    )
  })
})

describe('a guess is certain', () => {
  const isCertain = (text: string) => {
    const { missing, doubts } = guessOf(text)
    return missing === undefined && doubts.length === 0
  }

  test('if the headers name the name and the price', () => {
    assert.ok(isCertain('Name|Price\nSoap|5'))
    assert.ok(isCertain('Name|Price|Section|Notes\nKofta|12|Grill|hot\nKofta|7|Bread|cold\nTea|2|Drinks|hot'))
    assert.ok(!isCertain('Name|Price|Section|Notes\nKofta|12|Grill|hot\nKofta|7|Grill|cold\nTea|2|Drinks|hot'))
    assert.ok(isCertain('Artikelbezeichnung|VK-Preis (brutto)\nSeife|5,00 €'))
    assert.ok(!isCertain('Name|What it takes\nSoap|5 EUR'))
    assert.ok(!isCertain('Kind|Price\nRock cress|5'))
    assert.ok(!isCertain('Usluga|PDV (%)\nGradnja|25'))
    assert.ok(!isCertain('Name|RRP|Trade\nSoap|5|4'))
    assert.ok(isCertain('Name|RRP|Trade\nSoap|5|yes'))
    assert.ok(!isCertain('Name|RRP|Discount\nSoap|5|10%'))
    assert.ok(!isCertain('Name|Old price|New price\nSoap|5|on request'))
    assert.ok(!isCertain('name_de|name_en|price\nTasse|Cup|5\nKanne||6\n|Plate|7'))
    assert.ok(!isCertain('Nombre|precioBase\nJabón|5'))
    assert.ok(isCertain('Nombre|precioBase|precioPromo\nJabón|5|4'))
    assert.ok(!isCertain('Name|Base price|Sale price\nChair|80|120'))
    assert.ok(!isCertain('Name|price_cents|sale_price\nChair|1250|1000'))
    assert.ok(!isCertain('Name|price_dollars|price_cents\nMug|12|50\nCup|9|90'))
    assert.ok(!isCertain('Name|price_cents\nMug|1250\nCup|9.90'))
    assert.ok(!isCertain('Name|Net price|Sale price\nSoap|5|4'))
    assert.ok(!isCertain('Name|Usual|Offer price\nSoap|6|5'))
    assert.ok(!isCertain('Name|Bottle N$\nSoap|5'))
    assert.equal(guess('Name|Bottle N$\nSoap|5')['Bottle N$'], 'price')
    assert.equal(guess('Name|Price').missing, 'There is no row below the header.')
    assert.ok(!isCertain('Name|Amount\nSoap|5'))
    assert.ok(!isCertain('Name|Net price\nSoap|5'))
    assert.ok(!isCertain('Name|Cost\nSoap|5'))
  })

  test('with a price of which it says what it has', () => {
    assert.match(guess('Meal|Price Range\nRice|£75.00 – £180.00').missing!, /“Price Range” has "£75.00 – £180.00"/)
  })

  test('with the reason why it is not', () => {
    const doubts = (text: string) => guessOf(text).doubts.join(' ')
    assert.match(
      doubts('Name|RRP|Trade\nSoap|5|4'),
      /“RRP” is called a list price, and no other column is certain to be the price/,
    )
    assert.match(
      doubts('Kind|Price\nRock cress|5'),
      /“Kind” has texts, but its header does not say that they are the names/,
    )
    assert.match(
      doubts('Name|What it takes\nSoap|5 EUR'),
      /“What it takes” has prices, but its header does not say that they are those/,
    )
    for (const net of ['Net price', 'Price (excl. VAT)', 'Cena netto katalogowa', '単価（税抜）'])
      assert.ok(doubts(`Name|${net}\nSoap|5 EUR`).startsWith(`“${net}” is perhaps not what shoppers`), net)
    assert.match(doubts('Order ID|Name|Price\n1|Soap|5'), /“Order ID” is a column of orders or invoices/)
    assert.match(doubts('Name|Price|SKU\nSoap|5|\nSoap|6|'), /Several rows have the same name, and no column/)
    assert.match(
      doubts('Name|Price|Note\nBox|5|40 x 40 cm\nBox|6|50 x 50 cm'),
      /^“Note” tells rows with the same name apart, but is not used[^.]*\. If it is an option, call it “option: Note”\.$/,
    )
    // A reduced price alone is the price if nothing else can be one.
    assert.ok(isCertain('Name|Sale Price\nSoap|5'))
  })

  test('unless there may be a stock for each place, and no other', () => {
    const places = 'Name|Price|inventory_Cellar|inventory_Garage'
    assert.ok(!isCertain(`${places}\nSoap|5|0|3`))
    assert.match(
      guessOf(`${places}\nSoap|5|0|3`).doubts.join(),
      /“inventory_Cellar”, “inventory_Garage” are perhaps stocks/,
    )
    assert.ok(isCertain(`${places}|Stock\nSoap|5|0|3|3`))
    assert.ok(isCertain('Name|Price|Stock min|Stock max\nSoap|5|1|9'))
    const shops = 'Name|Price|In stock [Cellar]|In stock [Garage]'
    assert.ok(!isCertain(`${shops}\nSoap|5|0|3`))
    assert.ok(isCertain(`${shops}|Stock\nSoap|5|0|3|3`))
    assert.ok(!isCertain('Nombre|Precio|En inventario [Sótano]|En inventario [Taller]\nJabón|5|0|3'))
    assert.ok(isCertain('Name|Price|In stock [Cellar]\nSoap|5|0'))
    assert.ok(isCertain('Name|Price|Stock (min)|Stock (max)|Stock\nSoap|5|1|9|4'))
  })

  test('if a column says that products are sold by weight', () => {
    assert.ok(isCertain('Name|Price|Sold by weight\nSoap|5|N\nOil|6|Y'))
    assert.ok(isCertain('Nombre|Precio|Vendido por peso\nJabón|5|N\nAceite|6|Y'))
    assert.ok(!isCertain('Nombre|Precio|Vendido\nJabón|5|N\nAceite|6|Y'))
  })

  test('unless the only price is a currency', () => {
    assert.ok(!isCertain('Artikelbezeichnung|Euro\nSeife|5,00'))
    assert.equal(guess('Artikelbezeichnung|Euro\nSeife|5,00').Euro, 'price')
  })

  test('unless the rows are orders or the like', () => {
    assert.ok(!isCertain('Order ID|Product|Price\n1|Soap|5'))
    assert.ok(!isCertain('Product|Price|Customer name\nSoap|5|Me'))
    assert.ok(!isCertain('Date|Product|Price\n1 May|Soap|5\n2 May|Soap|5\n3 May|Soap|5'))
    assert.ok(isCertain('ID|Product|Price\n1|Soap|5\n2|Soap|6\n3|Soap|7'))
  })
})

describe('a separator of thousands is certain', () => {
  const thousands = (header: string, ...prices: string[]) =>
    guessOf(`Name|${header}\n${prices.map((price, index) => `Soap ${index}|${price}`).join('\n')}`).thousands

  test('if other prices have no decimals, or if the currency has at most two', () => {
    assert.equal(thousands('Price', '850', '1,250'), ',')
    assert.equal(thousands('Price', '1,250', '2,500.00'), ',')
    assert.equal(thousands('Price', '1.250', '2.500,00'), '.')
    assert.equal(thousands('Price', 'Rp 60.000', 'Rp 144.000'), '.')
    assert.equal(thousands('Price', '€ 1.250', '€ 1.500'), '.')
    assert.equal(thousands('Price (EUR)', '1,250', '1,500'), ',')
    assert.equal(thousands('Price', '850,000', '1,250,000'), ',')
  })

  test('if an amount has both separators', () => {
    assert.equal(thousands('Price', '20,240', '1.713,360'), '.')
    assert.equal(thousands('Price', '20.240', '1,713.360'), ',')
    assert.equal(thousands('Price', '20,240', '1.713,360', '1.250'), undefined)
  })

  test('but not if the prices may have three decimals', () => {
    assert.equal(thousands('Price', '1.250', '1.500'), undefined)
    assert.equal(thousands('Price (EUR)', '1.250', '1.500'), undefined)
    assert.equal(thousands('Price (KWD)', '850', '1.250'), undefined)
    assert.equal(thousands('Price', '0.250', '1.250'), undefined)
    assert.equal(thousands('Price', '1,25', '1,250'), undefined)
    assert.equal(thousands('Price', '5', '5', '6', '1,234'), undefined)
    assert.equal(thousands('Price', '1500', '1,250'), undefined)
  })
})
