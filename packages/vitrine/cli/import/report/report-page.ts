import { LEFT_OUT_REASONS } from '@vitrine/catalog/left-out'
import type { FindingPlace } from '@vitrine/catalog/submission'
import { type Content, type Html, html, joined, prose } from '@vitrine/server/reference/html'
import { PAGE_POLICY, PAGE_STYLE } from '../../page-style.ts'
import { briefText, textOfFile } from '../../page-text.ts'
import { escapeControls, formatNumber, quantity } from '../../terminal-text.ts'
import type { NextStep } from '../next-steps.ts'
import {
  columnName,
  findingSubject,
  inFile,
  type LineUnit,
  numberOfPlace,
  unitOfPlace,
  withoutIndexes,
} from './finding-place.ts'
import type { ImportReport, ReadFindings } from './import-report.ts'
import type { Lack } from './missing-content.ts'
import { productCards, settingAfter } from './report-cards.ts'
import type { ReportDetails } from './report-details.ts'
import { warningGroups } from './report-text.ts'

/** What the page of an import shows. */
export interface ReportPage {
  /** The names of the files, or the address of the server. */
  readonly source: string
  readonly time: Date
  /** Whether the file only changes prices, stocks or popularity. */
  readonly isPatch: boolean
  readonly findings: ReadFindings
  readonly details: ReportDetails
  /** undefined if the file could not be read to its end. */
  readonly report: ImportReport | undefined
  /** Why nothing was changed. */
  readonly refusal: string | undefined
  readonly steps: readonly NextStep[]
}

/** Kinds of findings that are shown of each sort, and columns. */
const MAX_KINDS = 50
const MAX_COLUMNS = 200

/** No scripts, no frames, no forms; pictures only over https. */
export const REPORT_POLICY = [...PAGE_POLICY, 'img-src https:'].join('; ')

/** The report of an import as an HTML page of a bounded size. It needs no other file, and no script. */
export function reportPage(page: ReportPage): string {
  const { source, time, refusal, steps } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Import of ${briefText(source)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="muted">Report of an import, ${time.toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<h1>${textOfFile(source)}</h1>
<p class="${refusal === undefined ? 'done' : 'refused'}">${outcomeOf(page)}</p>
</header>
${section(refusal === undefined && isServed(page) ? 'What is served' : 'What would be served', servedSection(page))}
${section('What is left out, and why', leftOutSection(page))}
${section('Which columns are used', columnsSection(page))}
${section('What shoppers will miss', missingSection(page))}
${section(
  'What to do next',
  html`<ol>${steps.map(
    ({ sentence, commands = [] }) =>
      html`<li>${asSentence(sentence)}${commands.map((command) => html`<pre><code>${escapeControls(command)}</code></pre>`)}</li>`,
  )}</ol>`,
)}
</main>
</body>
</html>
`.source
}

function outcomeOf({ report, refusal }: ReportPage): Content {
  if (refusal !== undefined) return asSentence(refusal)
  const { outcome, store, edition } = report!
  const size = `${quantity(edition.productCount, 'product')} and ${quantity(edition.variantCount, 'variant')}`
  if (outcome === 'tried') return 'This was a dry run: nothing was changed.'
  if (outcome === 'held')
    return `Held: nobody sees it before it is published. Edition ${formatNumber(edition.number)} of the store ${store} has ${size}.`
  if (outcome === 'unchanged') return `Nothing had changed: the store ${store} has ${size}.`
  return `Published: the store ${store} has ${size}, as edition ${formatNumber(edition.number)}.`
}

/** A line of the command, with code between backticks. */
function asSentence(line: string): Html {
  return prose(briefText(line, 4000).replace(/^[a-z]/, (letter) => letter.toUpperCase()))
}

function isServed({ report }: ReportPage): boolean {
  return report?.outcome !== 'tried' && report?.outcome !== 'held'
}

/** Without content there is no section. */
function section(title: string, content: Content): Content {
  if (!content) return undefined
  const id = title.toLowerCase().replace(/[^a-z]+/g, '-')
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}
</section>`
}

function servedSection({ isPatch, findings, details, report, refusal }: ReportPage): Content {
  const { submitted, missing } = findings
  if (submitted === 0 && refusal !== undefined) return undefined
  const { created, changed, unchanged, removed, skipped } = report ?? {}
  const rows = `${quantity(submitted, 'row')} of prices, stocks or popularity`
  const products = `${quantity(missing.products, 'product')} with ${quantity(details.variantCount, 'variant')}`
  const counts = refusal === undefined ? Object.entries({ created, changed, unchanged, removed, skipped }) : []
  return [
    html`<p>Read${refusal === undefined ? '' : ' without problems'}: ${isPatch ? rows : products}.</p>`,
    counts.length > 0 &&
      html`<dl class="counts">${counts.map(([name, count]) => html`<div><dt>${name}</dt><dd>${formatNumber(count!)}</dd></div>`)}</dl>`,
    productCards(details, report),
  ]
}

function leftOutSection(page: ReportPage): Content {
  const { findings, details, report, refusal } = page
  const { leftOut, dropped, warningCount } = findings
  const unit = unitOf(page)
  const problemCount = report?.problemCount ?? details.problemCount
  const problems = details.problemGroups.map(({ count, right, first }) => {
    const { path, column } = first[0]!
    return html`<strong>${quantity(count, 'problem')}</strong> of ${textOfFile(columnName(withoutIndexes(path), column))}; expected ${textOfFile(right)}
<ul>${first.map((problem) => html`<li>${textOfFile(`${findingSubject(problem, unit)} ${problem.wrong}`)}</li>`)}
${count > first.length && html`<li>and ${formatNumber(count - first.length)} more</li>`}</ul>`
  })
  const rows = leftOut
    .toSorted((one, other) => other.count - one.count)
    .map(({ reason, count, places }) =>
      finding(quantity(count, 'row'), `since ${LEFT_OUT_REASONS[reason]}`, placesOf(count, places, 'line')),
    )
  const values = dropped.map(({ field, expected, count, places }) =>
    finding(
      quantity(count, 'value'),
      `of ${columnName(field, places[0]?.column)}; expected ${expected}`,
      placesOf(count, places, unit),
    ),
  )
  const groups = warningGroups(findings)
  const warned = groups.reduce((sum, { count }) => sum + count, 0)
  const warnings = groups.map(({ count, places, path, column, message }) =>
    finding(
      quantity(count, 'warning'),
      `${columnName(withoutIndexes(path), column)} ${message}`,
      placesOf(count, places, unit),
    ),
  )
  const counted = details.problemGroups.reduce((sum, { count }) => sum + count, 0)
  if (problems.length + rows.length + values.length + warnings.length === 0)
    return refusal === undefined && html`<p>Nothing.</p>`
  return [
    findingList('Products with problems', problems, problemCount - counted),
    findingList('Rows that are not to be served', rows),
    findingList('Values that a product can do without', values),
    findingList('Warnings about what is served', warnings, warningCount - warned, 'warning'),
  ]
}

function finding(count: string, what: string, places: Html): Html {
  return html`<strong>${count}</strong> ${textOfFile(what)}<br><small>${places}</small>`
}

/** As `placeList`, but the direction of a name does not change the order of the others. */
function placesOf(count: number, places: readonly FindingPlace[], unit: LineUnit): Html {
  const names = places.map((place) => {
    const { product = '' } = place
    return html`${numberOfPlace(place)}${textOfFile(inFile(place))}${product !== '' && html` (${textOfFile(product, 60)})`}`
  })
  const others = count > places.length && `, and ${formatNumber(count - places.length)} more`
  return html`${unitOfPlace(places[0]!, unit)}${count > 1 && 's'} ${joined(names)}${others}`
}

/** At most `MAX_KINDS` of them, and how many are not shown. `others` is the number of those of no kind. */
function findingList(title: string, kinds: readonly Html[], others = 0, noun = 'problem'): Content {
  if (kinds.length === 0) return undefined
  const hidden = kinds.length - MAX_KINDS
  return html`<h3>${title}</h3>
<ul class="findings">${kinds.slice(0, MAX_KINDS).map((kind) => html`<li>${kind}</li>`)}</ul>
${hidden > 0 && html`<p>Not shown: ${quantity(hidden, 'more kind')}.</p>`}
${others > 0 && html`<p>Not shown: ${quantity(others, `more ${noun}`)}.</p>`}
${(hidden > 0 || others > 0) && html`<p><code>--report FILE.ndjson</code> writes all of them.</p>`}`
}

function columnsSection({ findings: { unused, format }, details: { columns, guess } }: ReportPage): Content {
  if (format === 'native') return html`<p>The file has the fields of the native format. Warnings name other fields.</p>`
  if (columns.length + unused.length === 0) return undefined
  const guessed = guess?.columns.filter(({ becomes, samples }) => becomes === 'not used' && samples.length > 0) ?? []
  const notUsed = unused.length > 0 ? unused : guessed.map(({ header }) => header)
  const hasSamples = columns.some(({ samples }) => samples)
  const rows = columns.slice(0, MAX_COLUMNS).map(
    ({ header, becomes, samples }) =>
      html`<tr><th scope="row">${textOfFile(header)}</th><td><bdi>${prose(briefText(becomes))}</bdi></td>${
        samples &&
        html`<td>${joined(
          samples.map((sample) => textOfFile(sample, 40)),
          ' · ',
        )}</td>`
      }</tr>`,
  )
  const names = notUsed.slice(0, MAX_COLUMNS).map((header) => textOfFile(header, 60))
  return [
    format !== undefined && html`<p>The format is <code>${format}</code>.</p>`,
    rows.length > 0 &&
      html`<table><thead><tr><th scope="col">Column</th><th scope="col">becomes</th>${hasSamples && html`<th scope="col">such as</th>`}</tr></thead>
<tbody>${rows}</tbody></table>`,
    more(columns.length, 'column'),
    names.length > 0 && html`<p><strong>Not used: ${quantity(notUsed.length, 'column')}</strong>: ${joined(names)}</p>`,
    more(notUsed.length, 'column'),
  ]
}

function more(count: number, noun: string): Content {
  return count > MAX_COLUMNS && html`<p>Not shown: ${quantity(count - MAX_COLUMNS, `more ${noun}`)}.</p>`
}

/** What a product lacks, after “has”. */
const LACKS: Readonly<Record<Lack, string>> = {
  picture: 'no picture',
  description: 'no description',
  label: 'no category: only a search and the list of all products lead to it',
  variant: 'no variant: neither a price nor a stock',
  price: 'a price of 0: shoppers see that it costs nothing',
  stock: 'no stock: it is sold out',
}

function missingSection(page: ReportPage): Content {
  const { findings, details, report, refusal } = page
  const { products } = findings.missing
  const items = details.missing.lacks.map(([lack, { count, places }]) =>
    finding(
      `${formatNumber(count)} of ${quantity(products, 'product')}`,
      `${count === 1 ? 'has' : 'have'} ${LACKS[lack]}`,
      placesOf(count, places, unitOf(page)),
    ),
  )
  const isEnded = report !== undefined && refusal === undefined
  if (isEnded && settingAfter(details, report, 'language') === undefined)
    items.push(html`<strong>The store has no language</strong>, so a word does not find its other forms.`)
  if (isEnded && settingAfter(details, report, 'currency') === undefined)
    items.push(html`<strong>The store has no currency</strong>, so prices are plain numbers.`)
  if (items.length > 0) return html`<ul class="findings">${items.map((item) => html`<li>${item}</li>`)}</ul>`
  return (
    products > 0 && html`<p>Nothing: all have a picture, a description, a category and a price, and are in stock.</p>`
  )
}

function unitOf({ report }: ReportPage): LineUnit {
  return report?.transfer ? 'product' : 'line'
}
