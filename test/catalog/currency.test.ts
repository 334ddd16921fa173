import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBePaid, currencyCode, minorUnits } from '@vitrine/catalog/currency'

test('a currency code is one of ISO 4217, in any case', () => {
  for (const text of ['EUR', 'eur', ' Usd ', 'XCG', 'ZWG']) assert.equal(currencyCode(text), text.trim().toUpperCase())
  // Not a code, a sign, codes that were withdrawn, and codes without a minor unit: gold and the testing code.
  for (const text of ['', 'EURO', '€', 'DEM', 'HRK', 'ANG', 'BGN', 'XAU', 'XTS', 'E R'])
    assert.equal(currencyCode(text), undefined, text)
})

test('minor units are those of ISO 4217, where Intl has others too', () => {
  const expected = { EUR: 2, USD: 2, JPY: 0, KRW: 0, ISK: 0, UGX: 0, BHD: 3, TND: 3, IQD: 3, CLF: 4, UYW: 4 }
  for (const [code, decimals] of Object.entries(expected)) assert.equal(minorUnits(code), decimals, code)
  const digits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  for (const code of ['COP', 'HUF', 'IDR', 'IQD', 'IRR', 'MGA', 'PKR']) {
    assert.equal(digits(code), 0, code)
    assert.equal(minorUnits(code), code === 'IQD' ? 3 : 2, code)
  }
})

test('the table has every currency that the runtime names without the years of its use', () => {
  const withdrawn = ['ANG', 'BGN', 'CUC', 'HRK']
  const withoutMinorUnit = ['XDR', 'XSU']
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const missing = Intl.supportedValuesOf('currency').filter(
    (code) => currencyCode(code) === undefined && !/\d{4}/.test(names.of(code)!),
  )
  assert.deepEqual(
    missing.filter((code) => ![...withdrawn, ...withoutMinorUnit].includes(code)),
    [],
  )
})

test('a currency without a minor unit has no fractions', () => {
  const payable = (['10.00 JPY', '10.50 JPY', '10.50 EUR', '0.05 BHD'] as const).map((text) => {
    const [price, currency] = text.split(' ') as [string, string]
    return canBePaid(price, currency)
  })
  assert.deepEqual(payable, [true, false, true, true])
})
