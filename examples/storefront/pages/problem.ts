import { searchAddress } from '../address.ts'
import { html } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { type Say, wordsOf } from '../words.ts'

/** The answer to an address that the shop does not have. */
export function notFoundPage({ shop }: Pick<Visit, 'shop'>): Page {
  const { say } = shop
  return {
    status: 404,
    title: say('Not found'),
    main: html`<section class="problem">
<p class="eyebrow">404</p>
<h1>${say('This page is not here')}</h1>
<p class="lead">${say('The product may be sold for good, or the address has a mistake.')}</p>
<form class="finder" action="/search"><input type="search" name="search" aria-label="${say('Search products')}" placeholder="${say('Search')}"><button class="button">${say('Search')}</button></form>
<ul class="chips">${shop.departments.map(({ label }) => html`<li><a href="${searchAddress({ within: label.code })}">${label.name}</a></li>`)}</ul>
</section>`,
  }
}

/** The answer while the API does not answer. */
export function unavailablePage(say: Say = wordsOf('en')): Page {
  return {
    status: 503,
    title: say('One moment, please'),
    main: html`<section class="problem">
<p class="eyebrow">503</p>
<h1>${say('The shop is not available')}</h1>
<p class="lead">${say('The shop cannot reach its catalog. Your cart is safe in your browser. Please try again in a minute.')}</p>
<p><a class="button" href="">${say('Try again')}</a></p>
</section>`,
  }
}
