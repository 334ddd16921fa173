import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { LeftOutRow } from '@vitrine/catalog/left-out'
import type { PatchedField, Problem, VariantPatch, Warning } from '@vitrine/catalog/submission'
import { type PatchFileReading, readPatchFile } from '@vitrine/convert/read-patch-file'
import { chunked } from './reading.ts'

const BOTH: readonly PatchedField[] = ['price', 'stock']
const LIST_PRICE: readonly PatchedField[] = ['listPrice']

async function read(bytes: Uint8Array | string, reading: Partial<PatchFileReading> = {}) {
  const found = {
    patches: [] as VariantPatch[],
    problems: [] as Problem[],
    warnings: [] as Warning[],
    leftOut: [] as LeftOutRow[],
    unused: [] as readonly string[],
    rows: 0,
  }
  const patches = readPatchFile(chunked(bytes), {
    only: BOTH,
    onWarning: (warning) => found.warnings.push(warning),
    onLeftOut: (row) => found.leftOut.push(row),
    onUnused: (headers) => {
      found.unused = headers
    },
    onRows: (rows) => {
      found.rows = rows
    },
    ...reading,
  })
  for await (const patch of patches) {
    if ('problems' in patch) found.problems.push(...patch.problems)
    else found.patches.push(patch as VariantPatch)
  }
  return found
}

/** The patches of a file, which must have no problems. */
async function patchesIn(bytes: Uint8Array | string, reading?: Partial<PatchFileReading>): Promise<VariantPatch[]> {
  const { patches, problems } = await read(bytes, reading)
  assert.deepEqual(problems, [])
  return patches
}

describe('a file of prices and stocks', () => {
  test('causes a warning for each price that the currency of the store cannot have', async () => {
    const { patches, warnings } = await read('sku;price\nA;10.50\nB;10\n', { only: ['price'], currency: 'JPY' })
    assert.equal(patches.length, 2)
    assert.deepEqual(warnings, [
      { line: 2, row: 2, column: 'B', product: 'A', path: 'price', message: 'is 10.50, but JPY has no decimals' },
    ])
  })

  const A = { line: 2, row: 2, sku: 'A', price: '19.90', stock: 3 }
  const { row: _, ...withoutRow } = A

  for (const [name, delimiter] of [
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ] as const) {
    test(`may be a table with ${name}, its columns in any order and in any case`, async () => {
      const text = 'Stock,SKU,PRICE\n3,A,19.90\n'.replaceAll(',', delimiter)
      assert.deepEqual(await patchesIn(text), [A])
      assert.deepEqual(await patchesIn(gzipSync(text)), [A])
      assert.deepEqual(await patchesIn(`\ufeff${text}`), [A])
    })
  }

  test('may be JSON, an object per line or an array', async () => {
    const rows = [
      { sku: 'A', price: 19.9, stock: 3 },
      { sku: 'B', stock: null },
    ]
    const expected = (lines: readonly number[]) => [
      { ...withoutRow, line: lines[0] },
      { line: lines[1], sku: 'B', stock: null },
    ]
    assert.deepEqual(await patchesIn(rows.map((row) => `${JSON.stringify(row)}\n`).join('')), expected([1, 2]))
    assert.deepEqual(await patchesIn(JSON.stringify(rows, null, 1)), expected([2, 7]))
  })

  test('changes nothing where a cell is blank or a field is missing', async () => {
    assert.deepEqual(await patchesIn('sku,price,stock\nA,,3\nB,1.00,\nC,,\n'), [
      { line: 2, row: 2, sku: 'A', stock: 3 },
      { line: 3, row: 3, sku: 'B', price: '1.00' },
      { line: 4, row: 4, sku: 'C' },
    ])
    assert.deepEqual(await patchesIn('{"sku":"A","stock":3}'), [{ line: 1, sku: 'A', stock: 3 }])
  })

  test('ends the tracking of stock with null or untracked, but not with a dash', async () => {
    const { patches, problems } = await read('sku,stock\nA,null\nB,Untracked\nC,-\n', { only: ['stock'] })
    assert.deepEqual(
      patches.map(({ stock }) => stock),
      [null, null],
    )
    assert.deepEqual(
      problems.map(({ line, path, wrong }) => [line, path, wrong]),
      [[4, 'stock', 'is "-"']],
    )
  })

  test('changes the list price, and null removes it', async () => {
    const table = 'sku;listPrice\nA;59,90\nB;null\nC;\n'
    const expected = [
      { line: 2, row: 2, sku: 'A', listPrice: '59.90' },
      { line: 3, row: 3, sku: 'B', listPrice: null },
      { line: 4, row: 4, sku: 'C' },
    ]
    assert.deepEqual((await read(table, { only: LIST_PRICE })).patches, expected)
    assert.deepEqual((await read(table.replace('listPrice', 'List price'), { only: LIST_PRICE })).patches, expected)
    const { patches, problems } = await read('{"sku":"A","listPrice":null}\n{"sku":"B","listPrice":"soon"}', {
      only: LIST_PRICE,
    })
    assert.deepEqual(patches, [{ line: 1, sku: 'A', listPrice: null }])
    assert.deepEqual(
      problems.map(({ line, path, wrong }) => [line, path, wrong]),
      [[2, 'listPrice', 'is "soon", which is not a decimal number']],
    )
  })

  test('may write prices with a decimal comma', async () => {
    const patches = await patchesIn('sku;price\nA;"1.234,50"\nB;7\n', { only: ['price'] })
    assert.deepEqual(
      patches.map(({ price }) => price),
      ['1234.50', '7.00'],
    )
  })

  test('has its problems reported by line and column', async () => {
    const { problems } = await read('sku,price,stock\nA,-5,1\n,1,1\nB,1,1.5\nC,1,-2\nD,1,2,3\n')
    assert.deepEqual(
      problems.map(({ line, path, wrong }) => `${line} ${path} ${wrong}`),
      [
        '2 price is "-5", which is negative',
        '3 sku is blank',
        '4 stock is "1.5"',
        '5 stock is "-2"',
        '6 the row has 4 cells, but the header has 3',
      ],
    )
    const json = await read(
      '{"sku":"A","price":null}\n{"sku":1}\nnonsense\n[]\n{"sku":"B","stock":"3.5"}\n{"sku":"C","stock":"3"}\n',
    )
    assert.deepEqual(
      json.problems.map(({ line, path, wrong }) => `${line} ${path} ${wrong}`),
      [
        '1 price is missing',
        '2 sku is 1',
        '3 the row is not valid JSON (Unexpected token \'o\', "nonsense" is not valid JSON)',
        '4 the row is a list',
        '5 stock is "3.5"',
      ],
    )
    assert.deepEqual(json.patches, [{ line: 6, sku: 'C', stock: 3 }])
  })

  test('changes only the requested fields', async () => {
    const { patches, unused } = await read('sku,price,stock,name\nA,nonsense,3,Shirt\n', { only: ['stock'] })
    assert.deepEqual(patches, [{ line: 2, row: 2, sku: 'A', stock: 3 }])
    assert.deepEqual(unused, ['name'])
  })

  test('may have columns with other names', async () => {
    const columns = new Map([
      ['artikelnummer', 'sku'],
      ['bestand', 'stock'],
    ])
    assert.deepEqual(await patchesIn('Artikelnummer;Bestand\nA;3\n', { only: ['stock'], columns }), [
      { line: 2, row: 2, sku: 'A', stock: 3 },
    ])
  })

  test('causes a warning for a repeated sku, and gives both rows', async () => {
    const { patches, warnings } = await read('sku,price,stock\nA,1,1\nB,1,1\nA,2,\n')
    assert.equal(patches.length, 3)
    assert.deepEqual(warnings, [
      {
        ...{ line: 4, row: 4, column: 'A', product: 'A', path: 'sku' },
        message: 'is "A", as in row 2: where both give a value, this one counts',
      },
    ])
  })

  test('causes a warning for each price of 0', async () => {
    const { patches, warnings } = await read('sku,price\nA,0\nB,1\n', { only: ['price'] })
    assert.equal(patches.length, 2)
    const message = 'is 0: shoppers see that it costs nothing'
    assert.deepEqual(warnings, [{ line: 2, row: 2, column: 'B', product: 'A', path: 'price', message }])
  })

  test('has its rows counted, and blank rows skipped', async () => {
    const { rows, leftOut } = await read('sku,price,stock\nA,1,1\n,,\n')
    assert.equal(rows, 2)
    assert.deepEqual(leftOut, [{ line: 3, row: 3, reason: 'blank' }])
  })

  const unreadable: [string, string, RegExp][] = [
    ['without a sku', 'price,stock\n1,1\n', /no column “sku”/],
    ['without a column that is to change', 'sku,stock\nA,1\n', /no column “price”/],
    ['without a row', 'sku,price,stock\n', /no row below/],
    ['with nothing in it', '', /The file is empty/],
    ['that is a web page', '<!doctype html><p>sku', /looks like HTML/],
    ['that was cut off', 'sku,price,stock\nA,1,1\nB', /cut off/],
  ]
  for (const [what, text, expected] of unreadable) {
    test(`${what} is refused`, async () => {
      await assert.rejects(read(text), expected)
    })
  }
})

test('a sheet can be named only for a workbook', async () => {
  await assert.rejects(read('sku,price\nA,5\n', { sheet: 'Prices' }), /no sheets/)
})
