import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, productsIn, readFile } from '../catalog-file.ts'

const variantsOf = ({ variants }: Awaited<ReturnType<typeof productsIn>>[number]) =>
  variants.map(({ sku, price, productOptions }) => [productOptions.map(({ name }) => name).join(), price, sku])

describe('columns of prices for each size', () => {
  test('give a variant for each price', async () => {
    const [pizza, other, cola, ...others] = await productsIn(
      'Gericht;Beschreibung;klein;groß;Glas (EUR)\nPizza;mit Käse;7,50;9,50;\nPizza;mit Salami;;8,50;\nCola;;;;2,90\nBrot;;;;\n',
    )
    assert.deepEqual(variantsOf(pizza!), [
      ['klein', '7.50', 'Pizza-klein'],
      ['groß', '9.50', 'Pizza-gross'],
    ])
    assert.deepEqual(
      [pizza!.name, pizza!.description, groupsOf(pizza!)],
      ['Pizza', 'mit Käse', { size: ['klein', 'groß'] }],
    )
    // A row of the same name is another product.
    assert.deepEqual([other!.description, variantsOf(other!)], ['mit Salami', [['groß', '8.50', 'Pizza (2)-gross']]])
    assert.deepEqual(variantsOf(cola!), [['Glas', '2.90', 'Cola-glas']])
    assert.deepEqual(others, [])
  })

  test('leave out a row without a price, with the reason', async () => {
    const file = await readFile('dish,small,large\nSoup,3.50,5.00\nSalad,,\nStew,n/a,6.00\n')
    assert.deepEqual(
      file.leftOut.map(({ reason, row }) => [reason, row]),
      [['no-price', 3]],
    )
    assert.deepEqual(file.unused, [])
  })

  test('keep the sku as what the product is called', async () => {
    const [pan] = await productsIn('Item,Ref,Price 0.5 l,Price 40 cm\nPan,A1,19,29\nPot,A2,21,31\n')
    assert.deepEqual(
      variantsOf(pan!).map(([size, price]) => [size, price]),
      [
        ['0.5 l', '19.00'],
        ['40 cm', '29.00'],
      ],
    )
  })

  test('are in JSON too, with sections', async () => {
    const file = {
      pizza: [{ Name: 'Plain', Small: '$8.00', Large: '$12.00' }],
      pasta: [{ Name: 'Alfredo', Large: '$13.00' }],
    }
    const products = await productsIn(JSON.stringify(file))
    assert.deepEqual(
      products.map(({ name, variants }) => [name, variants.map(({ price }) => price)]),
      [
        ['Plain', ['8.00', '12.00']],
        ['Alfredo', ['13.00']],
      ],
    )
  })

  test('may stand beside columns of any name, also of the same', async () => {
    const products = await productsIn('Product,Small,Large\nPizza,8.00,12.00\nPizza 2,9.00,13.00\nPizza,7.00,11.00\n')
    assert.deepEqual(
      products.map(({ name, variants }) => [name, variants.length]),
      [
        ['Pizza', 2],
        ['Pizza 2', 2],
        ['Pizza', 2],
      ],
    )
    const [tea] = await productsIn('Name,Price,Small,Large\nTea,,3.00,4.50\n')
    assert.deepEqual(
      variantsOf(tea!).map(([, price]) => price),
      ['3.00', '4.50'],
    )
  })

  test('are asked about as other prices are', async () => {
    await assert.rejects(readFile('Nama,Harga kecil,Harga besar\nKopi,25.000,35.000\nTeh,15.000,20.000\n'), /25\.000/)
    await assert.rejects(
      readFile('Order number,Item,Small,Large\n1,Tea,3.00,4.50\n'),
      /“Order number” is a column of orders/,
    )
    await assert.rejects(
      readFile('Name,Small (net),Large (net)\nTea,3.00,4.50\n'),
      /“Small \(net\)” is perhaps not what/,
    )
    const [shirt] = await productsIn('Name,Price S,Price M,Price XL\nShirt,9,9,10\n')
    assert.deepEqual(
      variantsOf(shirt!).map(([size]) => size),
      ['S', 'M', 'XL'],
    )
    await assert.rejects(readFile('Name,Old price 250 g,Old price 1 kg\nTea,3.00,4.50\n'), /certain to be the price/)
  })

  test('may be named in a file for --columns', async () => {
    const columns = new Map([
      ['what', 'name'],
      ['a', 'price of: Cup'],
      ['b', 'price of: Pot'],
    ])
    const [tea] = await productsIn('what,a,b\nTea,3,9\n', { columns })
    assert.deepEqual(
      variantsOf(tea!).map(([size]) => size),
      ['Cup', 'Pot'],
    )
  })

  test('are asked about if their whole numbers may be stocks, and not used beside a price', async () => {
    await assert.rejects(readFile('name,S,M,L\nShirt,3,4,5\n'), /“S”, “M”, “L” are perhaps sizes/)
    const [shirt] = await productsIn('name,price,small,large\nShirt,9,1.50,2.50\n')
    assert.deepEqual(variantsOf(shirt!), [['', '9.00', 'shirt']])
  })

  test('are in the currency that their cells name', async () => {
    const { submissions } = await readFile('name,small,large\nSoup,3 €,5 €\n')
    assert.deepEqual(
      submissions.map((submission) => 'product' in submission && submission.currency),
      ['EUR'],
    )
  })
})
