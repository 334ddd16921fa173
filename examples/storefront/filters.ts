import { type Filter, SORTS, searchAddress, without } from './address.ts'
import { attributeName, attributeRange, rangeOf } from './attribute-filters.ts'
import { type Html, html } from './html.ts'
import { labelName, type Shop } from './shop.ts'
import { swatch } from './swatch.ts'
import type { Facets } from './vitrine.ts'
import type { Say } from './words.ts'

/** A filter of the list, with the words that a shopper reads. */
export interface Ticked {
  readonly filter: Filter
  readonly value: string
  readonly name: string
}

type FacetAttribute = NonNullable<Facets['attributes']>[number]

interface Choice {
  readonly value: string
  readonly name: string
  readonly count: number
  readonly color?: string | undefined
}

const SHOWN_CHOICES = 8
const OPEN_GROUPS = 4
const SHOWN_ATTRIBUTES = 12

/** The filters of an address, in its order. The category is none of them. */
export function tickedValues(parameters: URLSearchParams, facets: Facets, shop: Shop): Ticked[] {
  const { money, say } = shop
  const names: Partial<Record<Filter, (value: string) => string>> = {
    search: (value) => say('“{}”', value),
    label: (value) => labelName(shop, value),
    option: (value) => optionName(value, facets),
    attribute: (value) => attributeName(value, facets, say),
    minPrice: (value) => say('From {}', money(value)),
    maxPrice: (value) => say('Up to {}', money(value)),
    inStock: () => say('In stock'),
    onSale: () => say('On sale'),
  }
  return [...parameters].flatMap(([parameter, value]) => {
    const filter = parameter as Filter
    const name = names[filter]
    return name ? [{ filter, value, name: name(value) }] : []
  })
}

/** The filters of the list, each with a link to the list without it. */
export function chips(parameters: URLSearchParams, ticked: readonly Ticked[], say: Say): Html | false {
  if (ticked.length === 0) return false
  return html`<ul class="chips" aria-label="${say('Your filters')}">
${ticked.map(
  ({ filter, value, name }) =>
    html`<li><a href="${without(parameters, filter, value)}"><span class="hidden">${say('Remove')} </span>${name} <span aria-hidden="true">×</span></a></li>\n`,
)}</ul>`
}

/**
 * The filters to choose from: a form that requests the list again. A ticked filter stays, with the count 0 if no product
 * has it. Without script, its button requests the list. With script, each choice does, and on a phone the button closes
 * the sheet that the filters are then.
 */
export function filterForm(
  parameters: URLSearchParams,
  { facets, totalItems }: { readonly facets: Facets; readonly totalItems: number },
  ticked: readonly Ticked[],
  say: Say,
): Html {
  const ofCategory = parameters.getAll('within')
  const hidden = ['search', 'within'].flatMap((name) => parameters.getAll(name).map((value) => ({ name, value })))
  const labels = facets.labels
    .filter(({ code, parameter }) => parameter !== 'within' && !ofCategory.includes(code))
    .map(({ name, code, count }) => ({ name, value: code, count }))
  const groups = facets.optionGroups.map((group) => ({
    ...group,
    choices: group.options.map(({ name, code, count, color }) => ({
      name,
      value: `${group.code}:${code}`,
      count,
      color,
    })),
  }))
  const attributes = facets.attributes?.slice(0, SHOWN_ATTRIBUTES) ?? []
  // A range of one value narrows nothing.
  const ranges = attributes.filter(
    ({ type, code, min, max }) =>
      type !== 'boolean' &&
      (min !== max || ticked.some(({ filter, value }) => filter === 'attribute' && rangeOf(value)?.code === code)),
  )
  const features = attributes.flatMap((attribute) => featureOf(attribute, parameters))
  const isShown = (value: string) =>
    groups.some(({ code }) => value.startsWith(`${code}:`)) ||
    ranges.some(({ code }) => code === rangeOf(value)?.code) ||
    features.some((feature) => feature.value === value)
  const ofNoGroup = ticked.filter(({ filter, value }) => /^(?:option|attribute)$/.test(filter) && !isShown(value))
  return html`<form class="filters" action="/search">
${hidden.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label class="sort">${say('Sort')} <select name="sortBy">
${SORTS.map(([value, name]) => html`<option value="${value}"${value === (parameters.get('sortBy') ?? '') && html` selected`}>${say(value === '' && parameters.has('search') ? 'Best match' : name)}</option>`)}
</select></label>
<details>
<summary>${say('Filter')}${ticked.length > 0 && html` <b>${ticked.length}</b>`}</summary>
<div class="groups">
<div class="flags">
${checkbox('inStock', { value: 'true', name: say('In stock'), count: facets.inStock }, parameters)}
${facets.onSale !== undefined && checkbox('onSale', { value: 'true', name: say('On sale'), count: facets.onSale }, parameters)}
</div>
${priceRange(parameters, facets, say)}
${ofCategory.length === 0 && categoryLinks(parameters, facets, say)}
${group(say('Collections'), 'label', withTicked(labels, ticked, 'label', ''), parameters, true, say)}
${groups.map(({ name, code, choices }, index) => group(name, 'option', withTicked(choices, ticked, 'option', `${code}:`), parameters, index < OPEN_GROUPS, say))}
${group(say('Features'), 'attribute', features, parameters, true, say)}
${ranges.map((attribute) => attributeRange(attribute, parameters.getAll('attribute'), say))}
${ofNoGroup.map(({ filter, value, name }) => checkbox(filter, { value, name, count: 0 }, parameters))}
<button class="apply"><span class="unscripted">${say('Show results')}</span><span class="scripted">${say(totalItems === 1 ? 'Show {} product' : 'Show {} products', totalItems)}</span></button>
</div>
</details>
</form>`
}

/** The list in each category without the ticked labels, which is what the facets count. */
function categoryLinks(parameters: URLSearchParams, { labels }: Facets, say: Say): Html | false {
  const categories = labels.filter(({ parameter }) => parameter === 'within').slice(0, SHOWN_CHOICES)
  if (categories.length === 0) return false
  const others = [...parameters].filter(([name]) => name !== 'label' && name !== 'page')
  const addressOf = (code: string) => searchAddress(new URLSearchParams([...others, ['within', code]]))
  return html`<details class="group" open>
<summary>${say('Categories')}</summary>
<nav aria-label="${say('Categories')}">${categories.map(({ name, code, count }) => html`<a class="choice" href="${addressOf(code)}"><span>${name}</span> <small>${count}</small></a>\n`)}</nav>
</details>`
}

/** What a product has or has not, such as being waterproof, if a product of the list has it. */
function featureOf({ code, name, type, buckets = [] }: FacetAttribute, parameters: URLSearchParams): Choice[] {
  const value = `${code}:true`
  const count = buckets.find(({ from }) => from === true)?.count ?? 0
  return type === 'boolean' && (count > 0 || parameters.has('attribute', value)) ? [{ name, value, count }] : []
}

/** The choices of a group, and those that are ticked although no product has them any more. */
function withTicked(choices: readonly Choice[], ticked: readonly Ticked[], filter: Filter, prefix: string): Choice[] {
  const missing = ticked.filter(
    (each) =>
      each.filter === filter && each.value.startsWith(prefix) && !choices.some(({ value }) => value === each.value),
  )
  return [...missing.map(({ value, name }) => ({ value, name, count: 0 })), ...choices]
}

function group(
  name: string,
  filter: Filter,
  choices: readonly Choice[],
  parameters: URLSearchParams,
  open: boolean,
  say: Say,
) {
  if (choices.length === 0) return false
  const isTicked = ({ value }: Choice) => parameters.has(filter, value)
  const frequent = new Set(choices.toSorted((one, other) => other.count - one.count).slice(0, SHOWN_CHOICES))
  const shown = choices.filter((choice) => frequent.has(choice) || isTicked(choice))
  const others = choices.filter((choice) => !shown.includes(choice))
  return html`<details class="group"${(open || choices.some(isTicked)) && html` open`}>
<summary>${name}</summary>
<fieldset><legend class="hidden">${name}</legend>
${shown.map((choice) => checkbox(filter, choice, parameters))}
${
  others.length > 0 &&
  html`<details><summary>${say('{} more', others.length)}</summary>
${others.map((choice) => checkbox(filter, choice, parameters))}
</details>`
}
</fieldset>
</details>`
}

function checkbox(filter: Filter, { value, name, count, color }: Choice, parameters: URLSearchParams): Html {
  const checked = parameters.has(filter, value) && html` checked`
  return html`<label class="choice"><input type="checkbox" name="${filter}" value="${value}"${checked}>${swatch(color)}<span>${name}</span> <small>${count}</small></label>\n`
}

function priceRange(parameters: URLSearchParams, { price }: Facets, say: Say): Html | false {
  if (price.min === null) return false
  return html`<fieldset class="range"><legend>${say('Price')}</legend>
${priceInput('minPrice', say('From'), price.min)}${priceInput('maxPrice', say('to'), price.max)}
</fieldset>`

  function priceInput(filter: Filter, name: string, limit: string | null): Html {
    return html`<label>${name} <input name="${filter}" inputmode="decimal" pattern="\\d+([.]\\d{1,2})?" title="${say('A price such as 20 or 19.90')}" size="6" value="${parameters.get(filter) ?? ''}" placeholder="${limit ?? ''}"></label>`
  }
}

/** The name of an option, or its code in words if no product has it any more. */
function optionName(value: string, { optionGroups }: Facets): string {
  const [groupCode, code] = value.split(/:(.*)/s) as [string, string]
  const option = optionGroups.find((group) => group.code === groupCode)?.options.find((option) => option.code === code)
  return option?.name ?? code.replaceAll('-', ' ')
}
