import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { droppedIn, readFile, told, warned } from '../catalog-file.ts'

const HEADER = 'Handle,Title,Variant Price,Image Src'

describe('a table whose rows drifted', () => {
  test('is refused if most rows have several more cells than the header, even blank ones', async () => {
    const rows = 'hat,Hat,5,https://x.example/1.png,\ncap,Cap,6,https://x.example/2.png,,\n'
    await assert.rejects(
      readFile(`${HEADER}\n${rows}`),
      /Row 3: This row has 6 cells, but the header has 4, and 2 of 2 rows/,
    )
  })

  test('is read with a warning if a blank cell ends most rows, and without one if it ends a few', async () => {
    const file = await readFile(`${HEADER}\nhat,Hat,5,,\ncap,Cap,6,,\n`)
    assert.deepEqual(warned(file), [
      '2 the row has 5 cells, but the header has 4, as 2 of 2 rows have additional blank cells: check that the values are in the right columns',
    ])
    assert.deepEqual(warned(await readFile(`${HEADER}\nhat,Hat,5,\ncap,Cap,6,\nbag,Bag,6,,,\n`)), [])
  })
})

describe('a picture', () => {
  test('that is neither an address nor a file name is a problem', async () => {
    const pictures = ['TRUE', '10', 'manual', 'https://x.example/p', 'shirt.jpg', '//x.example/1', 'img/a.webp?v=1']
    const rows = pictures.map((picture, index) => `p${index},P,5,${picture}\n`)
    assert.deepEqual(told(await readFile(`${HEADER}\n${rows.join('')}`)), [
      '2 Image Src is "TRUE", which is not a picture',
      '3 Image Src is "10", which is not a picture',
      '4 Image Src is "manual", which is not a picture',
    ])
  })

  test('that says that there is none is dropped', async () => {
    const rows = ['N/A', 'nan', '#N/A', '-'].map((picture, index) => `p${index},P,5,${picture}\n`)
    const file = await readFile(`${HEADER}\n${rows.join('')}`)
    assert.equal(droppedIn(file).length, 4)
    assert.ok(file.products.every(({ files }) => files.length === 0))
  })
})
