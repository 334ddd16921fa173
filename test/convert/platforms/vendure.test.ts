import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'
import { VENDURE } from './samples.ts'

const [SMALL, LARGE, CUP] = VENDURE as [Record<string, string>, Record<string, string>, Record<string, string>]

describe('a Vendure product file', () => {
  test('gives a product for a row with a name and the rows below it without one', async () => {
    const file = await readFile(table(VENDURE))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['vendure', [], [], []])
    assert.deepEqual(file.unused, ['taxCategory'])
    const [kettle, cup] = file.products
    assert.deepEqual([kettle!.name, kettle!.slug, kettle!.description], ['Field Kettle', 'field-kettle', 'Boils fast'])
    assert.deepEqual(
      kettle!.variants.map(({ name, sku, price, stock, files }) => [
        name,
        sku,
        price,
        stock,
        files.map(({ file }) => file.path),
      ]),
      [
        ['Field Kettle - Small / Steel', 'FK-S', '45.50', 10, []],
        ['Field Kettle - Large / Black', 'FK-L', '59.00', null, ['kettle-black.jpg']],
      ],
    )
    assert.deepEqual(optionsOf(kettle!, 0), { size: 'Small', finish: 'Steel', weight: 'light' })
    assert.deepEqual(groupsOf(kettle!), {
      size: ['Small', 'Large'],
      finish: ['Steel', 'Black'],
      weight: ['light'],
      brand: ['Tide'],
      use: ['Hiking', 'Fishing'],
    })
    assert.deepEqual(labelsOf(kettle!), ['Camping'])
    assert.deepEqual(
      kettle!.files.map(({ file }) => file.path),
      ['kettle-1.jpg', 'kettle-2.jpg'],
    )
    assert.deepEqual([cup!.slug, cup!.variants[0]!.stock], ['cup', 0])
  })

  test('in several languages is read in the first, with padding and quotation marks in it', async () => {
    const file =
      await readFile(`name:en        , name:zh_Hans , slug , description:en           , assets , facets:en  , optionGroups:en , optionValues:en , sku   , price , taxCategory , stockOnHand , trackInventory , variantAssets , variantFacets , product:note:en
Folding Stool  , 折凳         ,      , "Light, folds ""flat"""  ,        , brand:Tide , "size|colour"   , "small|beige"   , FS-SB , 45.3  , standard    , 10          , TRUE           ,               ,               , x
               ,              ,      ,                          ,        ,            ,                 , "large|beige"   , FS-LB , 52.5  , standard    , 4           , 0              ,               ,               ,
`)
    assert.deepEqual([file.leftOut, file.problems], [[], []])
    assert.deepEqual(file.unused, ['name:zh_Hans', 'taxCategory', 'product:note:en'])
    const [stool] = file.products
    assert.deepEqual(
      [stool!.name, stool!.description, groupsOf(stool!)],
      ['Folding Stool', 'Light, folds "flat"', { size: ['small', 'large'], colour: ['beige'], brand: ['Tide'] }],
    )
    assert.deepEqual(
      stool!.variants.map(({ sku, stock }) => [sku, stock]),
      [
        ['FS-SB', 10],
        ['FS-LB', null],
      ],
    )
  })

  test('names each row that is not served', async () => {
    const rows = [LARGE, { ...SMALL, enabled: 'false' }, { ...LARGE, price: '' }, LARGE, LARGE, CUP]
    const file = await readFile(table(rows))
    assert.deepEqual(reasons(file), ['2 no-product', '3 unpublished', '4 no-price', '6 duplicate-options'])
    assert.equal(file.products.length, 2)
  })

  test('keeps a value that names its group before the value that does not', async () => {
    const [cup] = await productsIn(table([{ ...CUP, facets: 'brand:Tide|loose|:x|use:' }]))
    assert.deepEqual(groupsOf(cup!), { brand: ['Tide'] })
  })

  test('tells what is wrong', async () => {
    assert.deepEqual(told(await readFile(table([{ ...SMALL, optionValues: 'Small', trackInventory: 'so' }]))), [
      '2 optionValues has 1 values, and the product has 2 optionGroups',
      '2 trackInventory is "so"',
    ])
  })
})
