import type { AcceptedProduct } from '@vitrine/catalog/submission'
import { type Content, type Html, html, joined } from '@vitrine/server/reference/html'
import { briefText, textOfFile } from '../../page-text.ts'
import { quantity } from '../../terminal-text.ts'
import type { ImportReport } from './import-report.ts'
import type { ReportDetails } from './report-details.ts'

type SubmittedProduct = AcceptedProduct['product']
type SubmittedVariant = SubmittedProduct['variants'][number]

const MAX_CARDS = 12
const MAX_VARIANTS = 5
const MAX_OPTIONS = 5
/** Longer addresses of pictures are not shown. */
const MAX_ADDRESS = 2000

/** The first products of an import. */
export function productCards(details: ReportDetails, report: ImportReport | undefined): Content {
  const { products } = details
  if (products.length === 0) return undefined
  const language = settingAfter(details, report, 'language') ?? report?.languageOfTexts
  const currency = settingAfter(details, report, 'currency')
  const cards = products.slice(0, MAX_CARDS).map((product) => {
    return html`<li>${card(product.product, currency ?? product.currency)}</li>`
  })
  return html`<h3>The first products</h3>
<ul class="cards"${language !== undefined && html` lang="${language}"`}>${cards}</ul>`
}

/** What the store has after the import, as far as it is known. */
export function settingAfter(
  { store }: ReportDetails,
  report: ImportReport | undefined,
  name: 'language' | 'currency',
): string | undefined {
  return store?.[name] ?? report?.[name] ?? report?.settings?.[name]
}

function card(product: SubmittedProduct, currency: string | undefined): Html {
  const { name, variants } = product
  const prices = variants.map(({ price }) => price).sort((one, other) => Number(one) - Number(other))
  const [least, most] = [prices[0], prices.at(-1)]
  const items = variants
    .slice(0, MAX_VARIANTS)
    .map((variant) => html`<li>${variantText(variant, variants.length === 1, currency)}</li>`)
  const others = variants.length - MAX_VARIANTS
  return html`<article>${picture(product)}
<h4>${textOfFile(name)}</h4>
${least === undefined ? html`<p class="price" lang="en">no price</p>` : html`<p class="price">${money(least, currency)}${least !== most && html` – ${money(most!, currency)}`}</p>`}
${items.length > 0 && html`<ul class="variants">${items}</ul>`}
${others > 0 && html`<p class="muted" lang="en">and ${quantity(others, 'more variant')}</p>`}
</article>`
}

/** Only over https, and without telling its server about the page. */
function picture({ name, files, variants }: SubmittedProduct): Html {
  const file = (files[0] ?? variants.find((variant) => variant.files.length > 0)?.files[0])?.file
  if (!file) return html`<p class="picture" lang="en">no picture</p>`
  if (file.path.length > MAX_ADDRESS || URL.parse(file.path)?.protocol !== 'https:')
    return html`<p class="picture" lang="en"><span>a picture without an https address: ${textOfFile(file.path, 100)}</span></p>`
  const alt = briefText(file.alt || name)
  return html`<p class="picture"><img src="${file.path}" alt="${alt}" referrerpolicy="no-referrer" decoding="async"></p>`
}

/** Its options, its price and its stock; only the stock if it is the only variant and has no options. */
function variantText(
  { name, sku, price, stock, productOptions }: SubmittedVariant,
  isOnly: boolean,
  currency?: string,
) {
  const options = productOptions.slice(0, MAX_OPTIONS).map((option) => textOfFile(option.name, 60))
  const amount = stock === null ? 'stock not tracked' : stock === 0 ? 'sold out' : `${stock} in stock`
  const stockText = html`<span class="muted" lang="en">${amount}</span>`
  if (isOnly && options.length === 0) return stockText
  const title = options.length > 0 ? joined(options, ' / ') : textOfFile(sku || name, 60)
  return html`${title} <span class="muted">${money(price, currency)},</span> ${stockText}`
}

function money(price: string, currency: string | undefined): string {
  return currency === undefined ? price : `${price} ${currency}`
}
