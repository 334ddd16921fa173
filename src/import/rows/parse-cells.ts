/**
 * A decimal number as the native format writes it, from what people write: `1,234.50`, `1.234,50`, `1 234,50`, `19,9`.
 * What could mean two things, such as `1,234`, and what is no number stays as it is, to be told as a problem.
 */
export function decimalText(text: string): string {
  const compact = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)([.,])(\d{1,2})$/.exec(compact)
  if (!match) return compact
  const [, whole, point, decimals] = match
  if (whole!.includes(point!)) return compact
  return `${whole!.replace(/[.,]/g, '')}.${decimals}`
}

/** How many there are: a whole number, 0 where it is negative; undefined if the text is no number. */
export function stockCount(text: string): { readonly stock: number; readonly exact: boolean } | undefined {
  if (!/^[+-]?\d{1,15}(?:[.,]\d*)?$/.test(text)) return undefined
  const number = Number(text.replace(',', '.'))
  const stock = Math.max(0, Math.floor(number))
  return { stock, exact: stock === number }
}

/** Yes or no, as spreadsheets say it. */
export function yesOrNo(text: string): boolean | undefined {
  if (/^(?:true|yes|1|wahr|vrai)$/i.test(text)) return true
  if (/^(?:false|no|0|falsch|faux)$/i.test(text)) return false
  return undefined
}

/** Text that a spreadsheet was kept from taking for a formula by an apostrophe before it. */
export function unescaped(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
