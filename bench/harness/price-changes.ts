import { writeFile } from 'node:fs/promises'
import { GeneratedCatalog } from '../catalog/generated-catalog.ts'
import { Random } from '../catalog/random.ts'

/** Writes a file of prices that change by at most a tenth, and stocks, of random skus. Each `key` gives another file. */
export async function writePriceChanges(
  file: string,
  options: { products: number; seed: number; rows: number },
  key: string,
): Promise<void> {
  const catalog = new GeneratedCatalog(options)
  const random = new Random(`${options.seed}/changes/${key}`)
  const lines = Array.from({ length: options.rows }, () => {
    const { variants } = catalog.product(random.integer(0, catalog.products - 1))
    const { sku, price } = random.pick(variants)
    return `${sku},${(Number(price) * (0.9 + random.fraction() / 5)).toFixed(2)},${random.integer(0, 50)}\n`
  })
  await writeFile(file, `sku,price,stock\n${lines.join('')}`)
}
