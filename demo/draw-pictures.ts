/** Draws every picture that the demo catalog names: `node demo/draw-pictures.ts` */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BACKDROPS, OWN_COLORS, type Palette, SWATCHES } from './colors.ts'
import { KINDS, VARIETIES } from './kinds.ts'
import * as clothing from './motifs/clothing.ts'
import * as desk from './motifs/desk.ts'
import * as home from './motifs/home.ts'
import type { Ink, Motif } from './motifs/ink.ts'
import * as kitchen from './motifs/kitchen.ts'
import * as larder from './motifs/larder.ts'
import * as outside from './motifs/outside.ts'
import * as table from './motifs/table.ts'
import { VISIBLE } from './vocabulary.ts'

type Product = {
  slug: string
  labelValues: { code: string }[]
  files: Picture[]
  variants: { productOptions: Record<string, string>; files?: Picture[] }[]
}
type Picture = { file: { path: string } }

const MOST_BYTES = 4000
const ROOMS = [larder, kitchen, table, home, clothing, desk, outside]
const STANDING = Object.assign({}, ...ROOMS.map((room) => room.standing)) as Record<string, Motif>
const LYING = Object.assign({}, ...ROOMS.map((room) => room.lying)) as Record<string, Motif>

const folder = new URL('./pictures/', import.meta.url)
const lines = readFileSync(new URL('./catalog.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const line of lines) for (const [name, svg] of pictures(JSON.parse(line))) save(name, svg)

function save(name: string, svg: string) {
  const bytes = Buffer.byteLength(svg)
  if (bytes > MOST_BYTES) throw new Error(`${name}.svg has ${bytes} bytes, more than ${MOST_BYTES}`)
  writeFileSync(new URL(`${name}.svg`, folder), svg)
}

/** All pictures of one product, by name: as the catalog names them, each once. */
function pictures(product: Product): Map<string, string> {
  const kind = kindOf(product)
  const palette = paletteOf(product)
  const looks = product.variants.map((variant) => variant.files && swatchOf(product.slug, variant.productOptions))
  const main =
    product.variants
      .map((variant) => swatchOf(product.slug, variant.productOptions))
      .find((swatch) => swatch !== undefined) ??
    OWN_COLORS[product.slug] ??
    pick(palette.main, product.slug)
  const draw = (color: string) => object(kind, ink(product, palette, color))

  const found = new Map<string, string>()
  for (const { file } of product.files) {
    const name = nameOf(file.path)
    if (name === `${product.slug}-all`) found.set(name, sheet(palette, together(looks, draw('currentColor'))))
    else if (name === `${product.slug}-close`) found.set(name, sheet(palette, fromNearby(draw(main))))
    else found.set(name, sheet(palette, draw(main)))
  }
  for (const [n, variant] of product.variants.entries()) {
    for (const { file } of variant.files ?? []) found.set(nameOf(file.path), sheet(palette, draw(looks[n] ?? main)))
  }
  return found
}

function nameOf(path: string): string {
  const [, name] = path.match(/^\/demo\/pictures\/([a-z0-9-]+)\.svg$/) ?? []
  if (name === undefined) throw new Error(`Not a path of a demo picture: ${path}`)
  return name
}

function kindOf(product: Product): string {
  const labels = product.labelValues.map((label) => `#${label.code}`)
  const fits = (word: string) =>
    word.startsWith('#') ? labels.includes(word) : `-${product.slug}-`.includes(`-${word}-`)
  const [kind] = KINDS.find(([, words]) => words.split(' ').some(fits)) ?? []
  if (kind === undefined || !(STANDING[kind] ?? LYING[kind]))
    throw new Error(
      `Cannot draw “${product.slug}”: add a word of its slug to kinds.ts${kind ? `, or a motif “${kind}”` : ''}`,
    )
  return kind
}

function paletteOf(product: Product): Palette {
  const backdrop = product.labelValues.map((label) => BACKDROPS[label.code]).find((palette) => palette !== undefined)
  if (backdrop === undefined) throw new Error(`“${product.slug}” carries no label with a palette in colors.ts`)
  return backdrop
}

/** The color of a variant's color, material, flavour or scent. */
function swatchOf(slug: string, options: Record<string, string>): string | undefined {
  for (const group of VISIBLE) {
    const code = options[group]
    if (code === undefined) continue
    const swatch = (code === 'plain' && OWN_COLORS[slug]) || SWATCHES[code]
    if (swatch === undefined) throw new Error(`colors.ts has no swatch for ${group} ${code}`)
    return swatch
  }
  return undefined
}

function ink(product: Product, palette: Palette, main: string): Ink {
  const accents = palette.accents.filter((accent) => accent !== main)
  return {
    main,
    accent: pick(accents, `${product.slug} accent`),
    variety: VARIETIES[product.slug] ?? hash(product.slug),
  }
}

function object(kind: string, ink: Ink): string {
  const standing = STANDING[kind]
  const drawing = `<g fill="${ink.main}"${ink.main === 'currentColor' ? '' : ` color="${ink.main}"`}`
  if (standing)
    return `<ellipse cx="200" cy="314" rx="136" ry="13" fill="#000" fill-opacity=".13"/>${drawing}>${standing(ink)}</g>`
  return `${drawing} filter="url(#s)">${LYING[kind]!(ink)}</g>`
}

/** One drawing in up to three of the colors, the first in front. */
function together(looks: readonly (string | undefined)[], drawing: string): string {
  const [first, second, third] = new Set(looks.filter((look) => look !== undefined))
  const places = third
    ? [
        [third, 'translate(178 44) scale(.56)'],
        [second, 'translate(-2 44) scale(.56)'],
        [first, 'translate(60 104) scale(.7)'],
      ]
    : [
        [second, 'translate(-8 50) scale(.6)'],
        [first, 'translate(142 104) scale(.66)'],
      ]
  const copies = places.map(([color, place]) => color && `<use href="#o" color="${color}" transform="${place}"/>`)
  return `<defs><g id="o">${drawing}</g></defs>${copies.filter(Boolean).join('')}`
}

function fromNearby(drawing: string): string {
  return `<g transform="translate(-100 -118) scale(1.5)">${drawing}</g>`
}

function sheet({ ground, glow }: Palette, drawing: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><filter id="s"><feDropShadow dx="0" dy="6" stdDeviation="6" flood-opacity=".2"/></filter>
<rect width="400" height="400" fill="${ground}"/><circle cx="200" cy="192" r="172" fill="${glow}"/>${drawing}</svg>\n`
  return svg.replace(/\n\s+/g, '').replace(/(\.\d\d)\d+/g, '$1')
}

function pick(from: readonly string[], key: string): string {
  return from[hash(key) % from.length]!
}

/** FNV-1a, so that the pictures are the same wherever they are drawn. */
function hash(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash >>> 4
}
