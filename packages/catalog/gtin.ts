const FORM = /^(?=.*[1-9])(?:\d{8}|\d{12,14})$/

/**
 * The digits of a Global Trade Item Number: 8, 12, 13 or 14 of them with the right check digit, such as the EAN
 * 4006381333931. Drops spaces and hyphens between them, as in an ISBN. undefined for anything else. A number that
 * consists of zeros belongs to no product.
 */
export function parseGtin(text: string): string | undefined {
  const digits = text.trim().replace(/(?<=\d)[ -](?=\d)/g, '')
  return FORM.test(digits) && checkSum(digits) % 10 === 0 ? digits : undefined
}

/** A GTIN with 14 digits: a GTIN means the same with zeros before it. undefined if the text is none. */
export function fullGtin(text: string): string | undefined {
  return parseGtin(text)?.padStart(14, '0')
}

/** Counted from the right, every second digit has the weight 3. Source: GS1 General Specifications, section 7.9. */
function checkSum(digits: string): number {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  return sum
}
