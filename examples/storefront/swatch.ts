import { type Html, html } from './html.ts'
import type { ProductCard } from './vitrine.ts'

type OptionGroups = ProductCard['optionGroups']

/** A disc in the color of an option, whose name stands beside it. As a picture: the security policy forbids styles here. */
export function swatch(color: string | undefined): Html | false {
  return (
    color !== undefined &&
    html`<svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9.5" fill="${color}"/></svg>`
  )
}

const SHOWN_SWATCHES = 6

/** The colors to choose from, by which a shopper tells the products of a list apart. */
export function swatches(groups: OptionGroups): Html | false {
  const group = groups.find(hasSwatches)
  if (!group) return false
  const shown = group.options.filter(({ color }) => color !== undefined).slice(0, SHOWN_SWATCHES)
  const others = group.count - shown.length
  const names = shown.map(({ name }) => name).join(', ')
  return html`<p class="swatches"><span class="hidden">${group.name}: ${names}</span>${shown.map(({ color }) => swatch(color))}${others > 0 && html`<small>+${others}</small>`}</p>`
}

export function hasSwatches({ count, options }: OptionGroups[number]): boolean {
  return count > 1 && options.some(({ color }) => color !== undefined)
}
