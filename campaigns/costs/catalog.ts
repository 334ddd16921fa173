import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CatalogOptions, generateProducts } from '../../bench/catalog/generated-catalog.ts'
import { Random } from '../../bench/catalog/random.ts'
import { drawWord, SCRIPT_NAMES, SCRIPTS } from './scripts.ts'

/** Different words of each script, of which few are frequent. */
const WORDS_OF_SCRIPT = 20_000
const SPREAD = 400
const DESCRIPTION_WORDS = 20

/** One product in this many has a text of a script that the generated catalog lacks. */
const PRODUCTS_PER_TEXT = 2

const vocabularies = new Map<string, string[]>()

/** The sku of a variant of a product with such a text: one word that begins as all the others. */
const SKU_BEGINNING = 'ART0'

/**
 * Writes a generated catalog in which every other product has words of a random script, and skus that begin alike. Returns
 * these skus.
 */
export async function writeCatalogOfManyScripts(options: CatalogOptions, file: string): Promise<string[]> {
  const skus: string[] = []
  await pipeline(Readable.from(lines(options, skus)), createWriteStream(file))
  return skus
}

function* lines(options: CatalogOptions, skus: string[]): Generator<string> {
  const random = new Random(`${options.seed}/scripts`)
  for (const product of generateProducts(options)) {
    if (random.integer(1, PRODUCTS_PER_TEXT) === 1) {
      const script = random.pick(SCRIPT_NAMES)
      product.name = `${product.name} ${drawText(random, script, random.integer(1, 3))}`
      product.description = `${product.description} ${drawText(random, script, DESCRIPTION_WORDS)}`
      for (const variant of product.variants) {
        variant.sku = `${SKU_BEGINNING}${String(skus.length).padStart(8, '0')}`
        skus.push(variant.sku)
      }
    }
    yield `${JSON.stringify(product)}\n`
  }
}

/** The beginning of a sku, of 1 to 12 characters. */
export function drawSku(random: Random): string {
  return `${SKU_BEGINNING}${String(random.integer(0, 99_999)).padStart(8, '0')}`.slice(0, random.integer(1, 12))
}

/** Words of the catalog in a script. */
export function drawText(random: Random, script: string, words: number): string {
  const vocabulary = vocabularies.get(script) ?? drawVocabulary(script)
  vocabularies.set(script, vocabulary)
  const separator = SCRIPTS[script]!.hasSpaces ? ' ' : ''
  return Array.from({ length: words }, () => random.pickSkewed(vocabulary, SPREAD)).join(separator)
}

/** The same in every run, so that requests have the words of the catalog. */
function drawVocabulary(script: string): string[] {
  const random = new Random(`vocabulary of ${script}`)
  const [least, most] = SCRIPTS[script]!.hasSpaces ? [2, 10] : [1, 4]
  return Array.from({ length: WORDS_OF_SCRIPT }, () => drawWord(random, script, least, most))
}
