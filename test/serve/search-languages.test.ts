import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { findProducts } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { MEMORY } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

/** What searches find among products with these names, in a store with a language. */
const SEARCHES: readonly { language?: string; names: readonly string[]; finds: Record<string, readonly string[]> }[] = [
  {
    language: 'de',
    names: ['Stehlampe', 'Lampenschirm', 'Wanderrucksack', 'Eis', 'Reis', 'Schlampe Latte'],
    finds: {
      lampen: ['Lampenschirm', 'Stehlampe', 'Schlampe Latte'],
      rucksäcke: ['Wanderrucksack'],
      eis: ['Eis'],
    },
  },
  { language: 'nl', names: ['Fietshelm', 'Helmond'], finds: { helmen: ['Fietshelm'] } },
  { language: 'en', names: ['Snowboard', 'Board Game'], finds: { boards: ['Board Game'] } },
  {
    language: 'fr',
    names: ['Bottes d’équitation', 'Huile d’argan', 'Argan', "Jeu d'échecs"],
    finds: {
      équitation: ['Bottes d’équitation'],
      "d'équitation": ['Bottes d’équitation'],
      argan: ['Argan', 'Huile d’argan'],
      'l’argan': ['Argan', 'Huile d’argan'],
      dargan: ['Huile d’argan'],
      'jeu echecs': ["Jeu d'échecs"],
    },
  },
  {
    names: ['Men’s Shirt', "Rock'n'Roll"],
    finds: { mens: ['Men’s Shirt'], s: ['Men’s Shirt'], rocknroll: ["Rock'n'Roll"] },
  },
]

for (const { language, names, finds } of SEARCHES)
  for (const [search, expected] of Object.entries(finds))
    test(`${search}, in the language ${language ?? 'unknown'}, finds ${expected.join(' and ')}`, async () => {
      await using opened = await MEMORY.open()
      const store = { ...storeNamed('a'), ...(language && { language }) }
      await opened.catalogs.addStore(store)
      const products = names.map((name, index) => ({ name, variants: [{ sku: `${index}`, price: 1 }] }))
      assert.deepEqual((await load(opened.catalogs, store.id, products)).problems, [])
      const edition = await new IndexCache(opened.editions, 0).current(store.id)
      const { documents } = await findProducts(edition, { ...NO_CONDITIONS, search, offset: 0, limit: 10 })
      const found: { name: string }[] = JSON.parse(`[${Buffer.from(documents)}]`)
      assert.deepEqual(found.map(({ name }) => name).sort(), expected.toSorted())
    })
