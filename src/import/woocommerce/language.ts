import type { FormatSample } from '../format.ts'

/** A header that only an export in that language has. */
const TELLTALES: Readonly<Record<string, readonly string[]>> = {
  German: ['veröffentlicht', 'regulärer preis', 'kurzbeschreibung', 'kategorien'],
  French: ['publié', 'tarif régulier', 'ugs', 'catégories', 'courte description'],
  Spanish: ['publicado', 'precio normal', 'categorías', 'descripción corta'],
  Italian: ['pubblicato', 'prezzo di listino', 'categorie', 'breve descrizione'],
  Dutch: ['gepubliceerd', 'reguliere prijs', 'categorieën', 'korte beschrijving'],
  Portuguese: ['preço normal', 'categorias', 'descrição curta', 'preço'],
  Polish: ['opublikowano', 'cena regularna', 'kategorie', 'krótki opis'],
  Swedish: ['publicerad', 'ordinarie pris', 'kategorier', 'kort beskrivning'],
  Danish: ['publiceret', 'normal pris', 'kort beskrivelse'],
  Czech: ['publikováno', 'běžná cena', 'krátký popis'],
  Russian: ['опубликован', 'базовая цена', 'категории', 'артикул'],
  Turkish: ['yayımlanmış', 'normal fiyat', 'kategoriler', 'stok kodu (sku)'],
}

/** Types are not translated. */
const TYPE = /^(?:simple|variable|variation|grouped|external)(?:,\s*(?:virtual|downloadable))*$/

/**
 * What an export in another language than English is, in a sentence; undefined for other files. Headers are translated,
 * types are not, which shows such a file in any language.
 */
export function foreignExport({ table }: FormatSample): string | undefined {
  if (!table || table.header.length < 8) return undefined
  const typed =
    table.rows.length > 0 && table.rows.every((row) => row.slice(0, 4).some((cell) => TYPE.test(cell.trim())))
  const language = languageOf(table.header)
  if (!typed && !language) return undefined
  const what = language ? `in ${language}` : 'in another language than English'
  return `The file looks like a WooCommerce export ${what}: “${table.header.slice(0, 4).join(', ')}, …”. Export it with the site language set to English, or give --columns a file that says what its columns are.`
}

function languageOf(header: readonly string[]): string | undefined {
  const names = new Set(header.map((name) => name.trim().toLowerCase()))
  return Object.entries(TELLTALES).find(([, words]) => words.filter((word) => names.has(word)).length >= 2)?.[0]
}
