import { LEFT_OUT_REASONS } from '@vitrine/catalog/left-out'
import { marketInHeader } from '@vitrine/catalog/market'
import { quote, truncate } from '@vitrine/catalog/native/json-path'
import type { FindingPlace, Warning } from '@vitrine/catalog/submission'
import { priceFactorText } from '@vitrine/engine/publish/limits'
import type { Transfer } from '../../../remote/remote-catalog.ts'
import { escapeControls, formatNumber, quantity, table } from '../../terminal-text.ts'
import { isNotable, isNotablePrice } from '../import-limits.ts'
import { columnName, findingSubject, type LineUnit, placeList, withoutIndexes } from './finding-place.ts'
import type { ImportReport, MarketCounts, ReadFindings } from './import-report.ts'
import { missingContentText } from './missing-content.ts'

/** Problems, and warnings, to show on a terminal. `--json` and `--report` have more. */
const MAX_SHOWN = 20

/**
 * The warnings, unused columns, left-out rows, dropped values, problems and findings about the settings of the store,
 * as lines.
 */
export function* findings(report: ImportReport): Generator<string> {
  const { problems, problemCount, leftOut, dropped, unused } = report
  const unit = report.transfer ? 'product' : 'line'
  yield* warningLines(report, unit)
  for (const ending of report.endings) yield escapeControls(`warning: the file ${ending}`)
  if (unused.length > 0) {
    const more = unused.length > MAX_SHOWN ? `, and ${formatNumber(unused.length - MAX_SHOWN)} more` : ''
    const names = unused.slice(0, MAX_SHOWN).map((header) => truncate(header, 60))
    yield escapeControls(`not used: ${quantity(unused.length, 'column')} (${names.join(', ')}${more})`)
  }
  const markets = new Set(unused.flatMap((header) => marketInHeader(header)?.market ?? []))
  if (markets.size > 0)
    yield escapeControls(
      `markets: the store has none called ${[...markets].join(', ')}; \`vitrine market add\` adds one, ` +
        'and the next import uses its columns',
    )
  for (const { reason, count, places } of leftOut) {
    const rows = quantity(count, 'row')
    yield escapeControls(`left out: ${rows}, since ${LEFT_OUT_REASONS[reason]}: ${placeList(count, places, 'line')}`)
  }
  for (const { field, expected, count, places } of dropped) {
    const values = `${quantity(count, 'value')} of ${columnName(field, places[0]?.column)}`
    yield escapeControls(`dropped: ${values}; expected ${expected}: ${placeList(count, places, unit)}`)
  }
  for (const { wrong, right, ...place } of problems.slice(0, MAX_SHOWN))
    yield escapeControls(`${findingSubject(place, unit)} ${wrong}; expected ${right}`)
  if (problemCount > MAX_SHOWN) yield `and ${quantity(problemCount - MAX_SHOWN, 'more problem')}`
  yield* storeFindings(report)
  yield* settingsFindings(report)
  if (report.refusal)
    yield `the store notes this: \`vitrine approve ${report.store}\` and the same import again publish exactly this, once`
}

/** A message that several warnings share is one line. */
function* warningLines(report: ImportReport, unit: LineUnit): Generator<string> {
  let shown = 0
  for (const { count, places, ...warning } of warningGroups(report).slice(0, MAX_SHOWN)) {
    shown += count
    const { path, column, message } = warning
    const times = `${formatNumber(count)} times, ${columnName(withoutIndexes(path), column)}`
    yield escapeControls(
      count === 1
        ? `warning: ${findingSubject(warning, unit)} ${message}`
        : `warning: ${times} ${message}: ${placeList(count, places, unit)}`,
    )
  }
  if (report.warningCount > shown) yield `and ${quantity(report.warningCount - shown, 'more warning')}`
}

/** A warning that stands for all with its message. */
interface WarningGroup extends Warning {
  readonly count: number
  readonly places: readonly FindingPlace[]
}

/** The different warnings, each with the places of the first rows. */
export function warningGroups({ warnings, repeated }: ReadFindings): readonly WarningGroup[] {
  const counts = new Map(repeated.map((counted) => [warningKey(counted), counted]))
  const distinct = new Map(warnings.toReversed().map((warning) => [warningKey(warning), warning]))
  return [...distinct].reverse().map(([key, warning]) => {
    const { count, places } = counts.get(key) ?? { count: 1, places: [warning] }
    return { ...warning, count, places }
  })
}

function warningKey({ path, message }: Pick<Warning, 'path' | 'message'>): string {
  return JSON.stringify([withoutIndexes(path), message])
}

/** What the import removes, or leaves although the file does not have it. */
export function* storeFindings(report: ImportReport): Generator<string> {
  const { outcome, limit, removed, renamed, stored, absent } = report
  if (outcome === 'refused' || limit !== null) return
  if (stored !== null && isNotable(removed, stored)) {
    const products = `${formatNumber(removed)} of ${quantity(stored, 'product')} of the store`
    const verb = outcome === 'published' ? 'were' : 'would be'
    yield `warning: ${products} ${verb} removed (${Math.round((removed * 100) / stored)}%)`
  }
  if (isNotablePrice(report.priceFactor)) {
    const verb = outcome === 'published' ? 'are' : 'would be'
    yield `warning: the prices ${verb} ${priceFactorText(report.priceFactor)} as before`
  }
  for (const { field, products } of report.sameValues)
    yield `warning: ${quantity(products, 'product')} have the same ${field} now, and had different ones`
  if (report.shrunk > 0) yield `fewer variants: ${quantity(report.shrunk, 'product')}`
  if (renamed > 0) yield `new slugs: ${quantity(renamed, 'product')}; requests with the old slug still find them`
  yield* recognisedLines(report)
  if (absent) yield `not in the file: ${quantity(absent, 'product')} of the store, which stay; --replace removes them`
}

function* recognisedLines({ recognised, transfer }: ImportReport): Generator<string> {
  const unit = transfer ? 'product' : 'line'
  for (const { from, to, sku, ...place } of recognised.slice(0, MAX_SHOWN)) {
    const subject = findingSubject({ ...place, path: 'slug' }, unit)
    const how = sku === undefined ? 'its prices and its name or its picture' : `its sku ${quote(sku)}`
    yield escapeControls(`${subject} is ${quote(to)}: it is the product ${quote(from)} of the store, by ${how}`)
  }
  if (recognised.length > MAX_SHOWN)
    yield `and ${quantity(recognised.length - MAX_SHOWN, 'more product')} in the same way`
}

export function* settingsFindings(report: ImportReport): Generator<string> {
  const { store, language, languageOfTexts, currency, currencies = {}, productUrl, settings = {}, labels } = report
  const set = (option: string) => `\`vitrine store set ${store} ${option}\``
  for (const [name, value] of Object.entries(settings))
    yield escapeControls(`taken from the server: ${name} ${[value].flat().join(', ')}`)
  if (labels !== undefined) yield `taken from the server: texts of ${quantity(labels, 'label')}`
  if (language !== undefined) yield `language recognised: ${language}; change it with ${set('--language …')}`
  if (languageOfTexts !== undefined)
    yield `language: the texts of the file are in ${languageOfTexts}, and the store has no language; ` +
      `if it should have this one, ${set(`--language ${languageOfTexts}`)} sets it`
  if (report.lacksLanguage && report.outcome !== 'refused')
    yield `language: the texts do not tell it, so a word does not find its other forms; ` +
      `${set('--language …')} sets it`
  if (report.lacksCurrency && report.outcome !== 'refused')
    yield `currency: neither the file nor the store names one, so prices are shown without; ` +
      `${set('--currency …')} sets it`
  if (report.searchesLabelsLater && report.outcome !== 'refused')
    yield `search: it looks in names and descriptions first, and in labels and options only if these have nothing; ` +
      `${set('--search-in all')} makes it look in all`
  if (currency !== undefined) yield `currency recognised: ${currency}; change it with ${set('--currency …')}`
  const counts = Object.entries(currencies).map(([code, count]) => `${quantity(count, 'product')} in ${code}`)
  if (counts.length > 0)
    yield `currencies: ${counts.join(', ')}. The store has none: ${set('--currency …')} sets it, ` +
      'and later imports leave out prices in another one'
  if (productUrl !== undefined)
    yield escapeControls(`links: to tell clients where the products are, ${set(`--product-url '${productUrl}'`)}`)
}

/** The counts and the outcome of an import that was not refused. */
export function summary(report: ImportReport): string {
  const { outcome, created, changed, unchanged, removed, skipped, seconds, edition, rows, leftOut, transfer } = report
  const leftOutCount = leftOut.reduce((sum, { count }) => sum + count, 0)
  const counts = table([
    ...Object.entries({ created, changed, unchanged, removed, skipped }).map(([name, count]) => [
      name,
      formatNumber(count),
    ]),
    ...(rows === null ? [] : [['rows', `${formatNumber(rows)}, ${formatNumber(leftOutCount)} of them left out`]]),
    ...(transfer ? transferRows(transfer) : []),
    ['seconds', seconds.toFixed(seconds < 10 ? 2 : 0)],
  ])
  const size = `${quantity(edition.productCount, 'product')}, ${quantity(edition.variantCount, 'variant')}`
  const state = `edition ${formatNumber(edition.number)}: ${size}`
  const sentence = {
    published: `store ${report.store} is now at ${state}`,
    held: heldText(report.store, edition.number, state),
    unchanged: `nothing to change: store ${report.store} stays at ${state}`,
    tried: `dry run, nothing was changed: store ${report.store} stays at ${state}`,
    refused: `store ${report.store} stays at ${state}`,
  }[outcome]
  const more = report.markets ? report.markets.map(marketText) : (missingContentText(report.missing) ?? [])
  return [counts, sentence, ...[more].flat()].join('\n')
}

function marketText({ code, products, unknown, without }: MarketCounts): string {
  const notInStore = unknown === undefined ? [] : [`${quantity(unknown, 'product')} of the file not in the store`]
  return [
    `market ${code}: ${quantity(products, 'product')} of the store in the file`,
    ...notInStore,
    `${quantity(without, 'product')} of the store with nothing of the market`,
  ].join(', ')
}

function heldText(store: string, number: number, state: string): string {
  return [
    `store ${store} stays as it is, and holds ${state}`,
    `\`vitrine serve --edition ${number} --default-store ${store} --port 3001\` shows it`,
    `\`vitrine publish ${store} ${number}\` publishes it`,
  ].join('\n')
}

function transferRows({ requests, retries, bytes }: Transfer): string[][] {
  const retried = retries === 0 ? '' : `, ${formatNumber(retries)} of them retries`
  return [
    ['requests', formatNumber(requests) + retried],
    ['bytes', formatNumber(bytes)],
  ]
}

/** Why nothing was changed, and what to do about it. */
export function refusal(report: ImportReport, isSkipping: boolean, unit: 'product' | 'row'): string {
  const { problemCount, skipped, submitted, limit } = report
  if (limit !== null) return `nothing was changed: ${limit}`
  const sentence = `nothing was changed: ${quantity(problemCount, 'problem')} in ${quantity(skipped, unit)}`
  if (isSkipping)
    return (
      `${sentence}; --skip-invalid does not help, ` +
      'because some problems are conflicts with products that stay in the store'
    )
  if (skipped >= submitted) return sentence
  const skippable = skipped === 1 ? `the ${unit}` : `these ${unit}s`
  return `${sentence}; --skip-invalid leaves ${skippable} out and imports the others`
}
