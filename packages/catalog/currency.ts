/**
 * The codes in use of ISO 4217, list one, by the decimals of their minor unit. ISO 4217 gives no minor unit to metals
 * and testing codes, so no price can be in them. `Intl` knows how people write amounts, which is something else: it
 * writes HUF without decimals.
 */
const CODES_BY_MINOR_UNITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR
    IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD
    NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
    SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const MINOR_UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_MINOR_UNITS).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(decimals)] as const),
  ),
)

/** The code of ISO 4217 in upper case; undefined if the text is not one. */
export function currencyCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return MINOR_UNITS.has(code) ? code : undefined
}

/** The decimals of an amount in the currency, a code of ISO 4217: 2 for EUR, 0 for JPY. */
export function minorUnits(currency: string): number {
  return MINOR_UNITS.get(currency)!
}

/**
 * A price such as "10.50" in minor units of the currency: 1050 for EUR, 10500 for KWD. undefined if the currency has no
 * such amount, as JPY has no half yen, or if the amount is not exact as a number.
 */
export function minorAmount(price: string, currency: string): number | undefined {
  const cents = BigInt(price.replace('.', ''))
  const decimals = minorUnits(currency)
  if (decimals === 0 && cents % 100n !== 0n) return undefined
  const amount = Number(decimals === 0 ? cents / 100n : cents * 10n ** BigInt(decimals - 2))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** Whether a price such as "10.50" can be paid in the currency: JPY has no half yen. */
export function canBePaid(price: string, currency: string): boolean {
  return minorUnits(currency) > 0 || price.endsWith('.00')
}
