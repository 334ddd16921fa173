/** Prints the demo catalog, one product a line: `node demo/print-catalog.ts > demo/catalog.ndjson` */
import type { Item } from './item.ts'
import { booksAndMusic } from './shelves/books-and-music.ts'
import { clothing } from './shelves/clothing.ts'
import { garden } from './shelves/garden.ts'
import { home } from './shelves/home.ts'
import { kitchen } from './shelves/kitchen.ts'
import { outdoorsAndPlay } from './shelves/outdoors-and-play.ts'
import { pantry } from './shelves/pantry.ts'
import { stationery } from './shelves/stationery.ts'
import { table } from './shelves/table.ts'
import { teaAndCoffee } from './shelves/tea-and-coffee.ts'
import { GROUPS, type Group, LABELS, type Label, VISIBLE } from './vocabulary.ts'

const SHELVES = [
  teaAndCoffee,
  pantry,
  kitchen,
  table,
  home,
  clothing,
  stationery,
  booksAndMusic,
  garden,
  outdoorsAndPlay,
]

const REDUCED = { name: 'Reduced VAT', rate: 7, isDefault: false }

for (const item of SHELVES.flat()) console.log(JSON.stringify(product(item)))

function product(item: Item) {
  const rows = item.rows.map((text) => row(item, text))
  const looks = new Set(rows.map((row) => row.look).filter((look) => look !== undefined))
  const labels = rows.some((row) => row.sale) ? new Set<Label>([...item.labels, 'sale']) : new Set(item.labels)
  const pictures = [item.slug, ...(looks.size > 1 ? [`${item.slug}-all`] : item.closeUp ? [`${item.slug}-close`] : [])]
  const groups = [...(item.by ?? []), ...(item.brand ? (['brands'] as const) : [])]
  return {
    name: item.name,
    slug: item.slug,
    description: item.text,
    createdAt: new Date(`${item.created}Z`).toISOString(),
    labelValues: [...labels].map(label),
    optionGroups: groups.map((group) => optionGroup(group, new Set(rows.map((row) => row.options[group])))),
    files: pictures.map(file),
    variants: rows.map((row) => ({
      name: [item.name, ...row.names].join(', '),
      sku: [item.sku, ...row.codes.map((code) => code.replaceAll('-', '').toUpperCase())].join('-'),
      price: row.price,
      stock: row.stock,
      productOptions: row.options,
      ...(item.tax && { taxRate: REDUCED }),
      ...(row.sale && { labelValues: [label('sale')] }),
      ...(looks.size > 1 && { files: [file(`${item.slug}-${row.look}`, 0)] }),
    })),
  }
}

/** Reads `sage 300-ml 24.90 12 sale`. */
function row(item: Item, text: string) {
  const by = item.by ?? []
  const words = text.split(' ')
  const codes = words.slice(0, by.length)
  const [price, stock, mark] = words.slice(by.length)
  if (!price || !/^\d+\.\d\d$/.test(price) || !stock || !/^(\d+|-)$/.test(stock) || (mark && mark !== 'sale'))
    throw new Error(`${item.slug}: cannot read the row “${text}”`)
  const options: Partial<Record<Group, string>> = Object.fromEntries(by.map((group, n) => [group, codes[n]]))
  return {
    codes,
    names: by.map((group) => optionName(group, options[group]!)),
    options: item.brand ? { ...options, brands: item.brand } : options,
    look: VISIBLE.map((group) => options[group]).find((code) => code !== undefined),
    price,
    stock: stock === '-' ? null : Number(stock),
    sale: mark === 'sale',
  }
}

function label(code: Label) {
  return { name: LABELS[code], code }
}

function file(name: string, priority: number) {
  return { priority, file: { path: `/demo/pictures/${name}.svg` } }
}

/** The group with those of its options that the product has. */
function optionGroup(code: Group, used: ReadonlySet<string | undefined>) {
  const options = Object.entries<string>(GROUPS[code].options).filter(([option]) => used.has(option))
  return { name: GROUPS[code].name, code, options: options.map(([code, name]) => ({ name, code })) }
}

function optionName(group: Group, code: string): string {
  const name = (GROUPS[group].options as Record<string, string>)[code]
  if (name === undefined) throw new Error(`The group ${group} has no option ${code}`)
  return name
}
