import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onOneLine, withoutControls } from '@vitrine/catalog/native/control-characters'
import { PatchReader } from '@vitrine/catalog/native/patches'
import type { VariantPatch } from '@vitrine/catalog/submission'
import { escapeControls } from '../../../packages/vitrine/cli/terminal-text.ts'
import { readFile, table } from '../../convert/catalog-file.ts'
import { accepted, lines, problems, read } from '../../convert/reading.ts'
import { COMPLETE_ONLY } from '../../quick.ts'

const CLEANED = 'has control characters or line breaks that do not belong there; they are removed'
const REMOVED = 'has control characters, the first on this line; they are removed'

describe('control characters', () => {
  test('are removed from a text on one line, and its line breaks and tabs become a space', () => {
    assert.equal(onOneLine('Wool\x1b[31m\x07 hat\x9b\u202e'), 'Wool[31m hat')
    assert.equal(onOneLine('\tWool \r\n hat\u2028for\vall\r\n'), 'Wool hat for all')
    assert.equal(onOneLine('\u2066Wool\u2069'), 'Wool')
    for (const text of [' Wool  hat ', 'کلاه\u200cپشمی', 'כובע\u200e 1', 'Caf\u00e9\u00a0x'])
      assert.equal(onOneLine(text), text)
  })

  test('are removed from a text of several lines', () => {
    assert.equal(withoutControls('a\r\nb\tc\x1b[1m\x07\vd\x85e\u202b'), 'a\r\nb\tc[1m\nd\x85e\u202b')
  })

  test('are removed from names, skus and other texts of a product, which the report counts', async () => {
    const dirty = {
      name: 'Wool\x1b[31m hat',
      description: 'One\r\n\x07two',
      slug: 'hat',
      labelValues: ['Hats\n', { name: 'Wool\thats', parent: 'Hats\x07' }],
      optionGroups: [{ name: 'Co\x07lor', options: [{ name: 'Red\r\n' }] }],
      files: [{ file: { path: 'https://a.example/hat.jpg', alt: 'A\nhat\u202e' } }],
      variants: [{ sku: 'H\r\n1', name: 'Hat\x9b', price: 5, productOptions: { Color: 'Re\x07d' } }],
    }
    const product = await accepted(dirty)
    const [variant] = product.variants
    const labels = product.labelValues.map(({ name, parent }) => [name, parent])
    const texts = [product.name, product.description, variant!.sku, variant!.name, product.files[0]!.file.alt]
    assert.deepEqual(texts, ['Wool[31m hat', 'One\r\ntwo', 'H 1', 'Hat', 'A hat'])
    assert.deepEqual(labels, [
      ['Hats', undefined],
      ['Wool hats', 'hats'],
    ])
    assert.deepEqual([product.optionGroups[0]!.name, variant!.productOptions[0]!.name], ['Color', 'Red'])
    const { warnings } = await read(lines(dirty, { ...dirty, slug: 'hat-2' }))
    const names = warnings.filter(({ path }) => path === 'name')
    assert.deepEqual(
      names.map(({ line, message }) => [line, message]),
      [
        [1, CLEANED],
        [2, CLEANED],
      ],
    )
  })

  test('alone are no name and no sku', async () => {
    const product = { name: '\x07', variants: [{ sku: '\r\n', price: 5 }] }
    assert.deepEqual(await problems(product), [
      'name is blank: the name of the product',
      'variants[0].sku is blank: a stock keeping unit code that no other variant of the product has',
    ])
  })

  test('that change the direction of text are in no slug and no code', async () => {
    const wrong = await problems({ name: 'Hat', slug: 'h\u202eat', labelValues: [{ name: 'Hats', code: 'h\u2066at' }] })
    assert.equal(wrong.length, 2)
  })

  test('are removed from the cells of a table', async () => {
    const row = { Handle: 'hat', Title: 'Wool\u202e hat', 'Variant SKU': 'H\n1', 'Variant Price': '5.00' }
    const { products, warnings } = await readFile(table([row]))
    assert.deepEqual([products[0]!.name, products[0]!.variants[0]!.sku], ['Wool hat', 'H 1'])
    const columns = warnings.filter(({ message }) => message === CLEANED).map(({ path }) => path)
    assert.deepEqual(columns, ['Title', 'Variant SKU', 'variants[0].name'])
  })

  test('do not make a file binary, unless there are many of them or a NUL', async () => {
    const row = { Handle: 'hat', Title: 'Hat', 'Body (HTML)': 'One \x1b[1mwarm\x07 hat', 'Variant Price': '5.00' }
    const text = table([row])
    const { products, warnings } = await readFile(text)
    assert.equal(products[0]!.description, 'One [1mwarm hat')
    assert.deepEqual(warnings, [{ line: 2, path: 'the file', message: REMOVED }])
    const many = Buffer.from(Array.from({ length: 4000 }, (_, index) => 1 + ((index * 7919) % 255)))
    const binary = [text.replace('warm', 'wa\0rm'), text + '\x1b'.repeat(text.length / 10), many]
    for (const content of binary) await assert.rejects(readFile(content), /looks like binary data/)
    const japanese = text.replace('Hat', '\x1b$BK9;R\x1b(B')
    await assert.rejects(readFile(japanese), /looks like text in ISO-2022, an encoding of e-mail\. Save it as UTF-8\./)
  })

  test('hide no header, no price and no type of a table, wherever they stand', { skip: COMPLETE_ONLY }, async () => {
    const text = 'Type,SKU,Name,Published,Regular price\nsimple,A,Hat,1,5\nsimple,B,Scarf,1,6\n'
    for (let at = 0; at < text.length; at++) {
      const { products, problems, warnings } = await readFile(`${text.slice(0, at)}\x07${text.slice(at)}`)
      assert.deepEqual([products.map(({ name }) => name), problems], [['Hat', 'Scarf'], []], `at ${at}`)
      const line = text.slice(0, at).split('\n').length
      assert.deepEqual(warnings, [{ line, path: 'the file', message: REMOVED }])
    }
  })

  test('are removed from the skus of patches, so that they find the same variants', async () => {
    const { variants } = await accepted({ name: 'Hat', variants: [{ sku: '\x1bH\r\n1', price: 5 }] })
    const patch = new PatchReader(['stock'], () => {}, undefined).read({ sku: '\x1bH\r\n1', stock: 1 }, { line: 1 })
    assert.equal((patch as VariantPatch).sku, variants[0]!.sku)
  })

  test('are escaped on a terminal', () => {
    assert.equal(escapeControls('a\x1b[31m\nb\x9b\u202e\tc'), 'a\\u001b[31m\\u000ab\\u009b\\u202e\tc')
    const report = { message: 'a\x1b\x9b\u202e' }
    const json = escapeControls(JSON.stringify(report))
    assert.deepEqual([/[\x1b\x9b\u202e]/.test(json), JSON.parse(json)], [false, report])
  })
})
