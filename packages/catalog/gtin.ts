const PATTERN = /^(?=.*[1-9])(?:\d{8}|\d{12,14})$/

const ISBN_10 = /^(?=.*[1-9])\d{9}[\dX]$/i

/**
 * The digits of a Global Trade Item Number: 8, 12, 13 or 14 of them with the right check digit, such as the EAN
 * 4006381333931. Drops spaces and hyphens between them, as in an ISBN. An ISBN of ten digits becomes that of 13.
 * undefined for anything else. A number that consists of zeros belongs to no product.
 */
export function parseGtin(text: string): string | undefined {
  const digits = text.trim().replace(/(?<=\d)[ -](?=[\dX])/gi, '')
  if (PATTERN.test(digits)) return checkSum(digits) % 10 === 0 ? digits : undefined
  return ISBN_10.test(digits) ? gtinOfIsbn10(digits) : undefined
}

/** A GTIN with 14 digits: a GTIN means the same with zeros before it. undefined if the text is none. */
export function fullGtin(text: string): string | undefined {
  return parseGtin(text)?.padStart(14, '0')
}

/**
 * Counted from the right, each digit has its place as weight, and the sum is a multiple of 11. X is 10. The GTIN has
 * 978 before the digits, and a check digit of its own. Source: ISBN Users' Manual.
 */
function gtinOfIsbn10(isbn: string): string | undefined {
  const values = [...isbn].map((digit) => (/x/i.test(digit) ? 10 : Number(digit)))
  const sum = values.reduce((total, value, index) => total + value * (10 - index), 0)
  const body = `978${isbn.slice(0, 9)}`
  return sum % 11 === 0 ? `${body}${(10 - (checkSum(`${body}0`) % 10)) % 10}` : undefined
}

/** Counted from the right, every second digit has the weight 3. Source: GS1 General Specifications, section 7.9. */
function checkSum(digits: string): number {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  return sum
}
