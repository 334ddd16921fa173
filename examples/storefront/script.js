// Every page works without this script. It saves page loads, suggests searches, and keeps the cart and the wish list.

const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
const address = () => location.pathname + location.search
/** What the paths of the market begin with. */
const root = $('.wordmark').pathname.slice(0, -1)
const [KEEP, KEPT, ADDED, WISHED, UNWISHED] = JSON.parse($('#toast').dataset.words)

// Pages that replace the current one: other filters, another variant, the contents of the cart.

let loading
let shown = address()
/** The content as the server sent it. */
let sent = $('main').outerHTML

/** Replaces the page's content with that of an address. Only the last of several calls does. */
async function show(target, { push = true, animate = push } = {}) {
  loading?.abort()
  loading = new AbortController()
  document.body.classList.add('loading')
  try {
    const response = await fetch(target, { signal: loading.signal })
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (push) history.pushState(null, '', target)
    shown = address()
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (animate && !isStill && document.startViewTransition) {
      const transition = document.startViewTransition(() => replace(next))
      // The next transition skips one that still runs.
      transition.ready.catch(() => {})
      await transition.updateCallbackDone
    } else replace(next)
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(target)
    return
  }
  document.body.classList.remove('loading')
}

function replace(next) {
  const focused = selectorOf(document.activeElement)
  const open = new Map($$('main details').map((details) => [titleOf(details), details.open]))
  sent = $('main', next).outerHTML
  $('main').replaceWith($('main', next))
  $('.markets')?.replaceWith($('.markets', next))
  document.title = next.title
  for (const details of $$('main details')) details.open = open.get(titleOf(details)) ?? details.open
  if (focused) $(focused)?.focus({ preventScroll: true })
  markWishes()
}

const REFRESH_MILLISECONDS = 15_000

/** Shows what has changed since, such as a price, on a page that a shopper looks at and does not type into. */
async function refresh() {
  const isBusy = () => document.hidden || $('body.loading') || $('main :is(input:not([type="checkbox"]), select):focus')
  const target = address()
  if (isBusy() || !$('main :is(.product, .results)')) return
  // With the ETag of the page: while nothing has changed, the answer is a 304.
  const response = await fetch(target, { cache: 'no-cache' }).catch(() => undefined)
  if (!response?.ok) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (!isBusy() && address() === target && $('main', next).outerHTML !== sent) replace(next)
}

setInterval(refresh, REFRESH_MILLISECONDS)
addEventListener('visibilitychange', refresh)

const titleOf = (details) => $('summary', details).firstChild.data.trim()

/** Finds the control with the focus again on the next page. */
function selectorOf({ name, value, type, href, dataset }) {
  if (name) return `main [name="${CSS.escape(name)}"]${type === 'checkbox' ? `[value="${CSS.escape(value)}"]` : ''}`
  return href && 'keep' in dataset ? 'main [data-keep][aria-current]' : undefined
}

addEventListener('popstate', () => {
  if (address() !== shown) show(address(), { push: false, animate: true })
})

addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-keep]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  show(link.getAttribute('href'))
})

addEventListener('change', ({ target }) => {
  if (target.form?.matches('.filters, .cart')) target.form.requestSubmit()
})

addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  const values = [...new FormData(form, submitter)].filter(([, value]) => value !== '')
  const query = new URLSearchParams(values)
  if (form.matches('.filters') && submitter) closeSheet()
  else if (form.matches('.filters')) show(`${root}/search${query.size > 0 ? `?${query}` : ''}`)
  else if (form.matches('.cart')) changeCart(query)
  else if (!form.dataset.add || !add(form.dataset.add, query.get('sku'))) return
  event.preventDefault()
})

// The filters on a phone are a sheet over the page. In a wide window they stand beside the list, and have no summary.

const openSheet = () => matchMedia('(width < 56rem)').matches && $('.filters > details[open]')

function closeSheet() {
  const sheet = openSheet()
  if (!sheet) return
  sheet.open = false
  $('summary', sheet).focus()
}

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeSheet()
})
// The focus does not stay on what the sheet covers.
addEventListener('focusin', ({ target }) => {
  const sheet = openSheet()
  if (sheet && !sheet.contains(target)) sheet.open = false
})

// The cart and the wish list: quantities by sku, kept as the query of their page.

function quantities(query) {
  const all = query.getAll('quantity')
  return new Map(query.getAll('sku').map((sku, index) => [sku, Number(all[index] ?? 1)]))
}

function read(name) {
  try {
    return quantities(new URLSearchParams(localStorage.getItem(name) ?? ''))
  } catch {
    return new Map()
  }
}

/** Returns false if the browser keeps nothing for this shop. The form is then sent as without script. */
function write(name, items) {
  const query = new URLSearchParams(
    [...items].flatMap(([sku, quantity]) => [
      ['sku', sku],
      ['quantity', quantity],
    ]),
  )
  try {
    localStorage.setItem(name, query)
  } catch {
    return false
  }
  markCounts()
  return true
}

function add(name, sku) {
  const items = read(name)
  const isWish = name === 'wishlist'
  const removes = isWish && items.has(sku)
  if (removes) items.delete(sku)
  else items.set(sku, isWish ? 1 : (items.get(sku) ?? 0) + 1)
  if (!write(name, items)) return false
  markWishes()
  say(removes ? UNWISHED : isWish ? WISHED : ADDED)
  return true
}

function changeCart(query) {
  if (location.search) return show(`${root}/cart?${query}`)
  const items = quantities(query)
  items.delete(query.get('remove'))
  for (const [sku, quantity] of items) if (!(quantity > 0)) items.delete(sku)
  write('cart', items)
  showKept()
}

/** Fills the page of the cart or of the wish list with what the browser keeps. */
async function showKept() {
  const name = $('[data-kept]')?.dataset.kept
  if (!name || location.search) return
  if (read(name).size > 0 || $('form.cart'))
    await show(`${root}/${name}?${localStorage.getItem(name) ?? ''}`, { push: false })
  // Without what is no longer sold.
  if (name === 'cart' && $('main .note'))
    write(name, $('form.cart') ? quantities(new URLSearchParams(new FormData($('form.cart')))) : new Map())
  $('[data-kept]').removeAttribute('data-waiting')
}

function markCounts() {
  for (const mark of $$('[data-count]')) {
    const items = [...read(mark.dataset.count).values()]
    mark.textContent = items.reduce((sum, each) => sum + each, 0) || ''
  }
}

function markWishes() {
  const form = $('[data-add="wishlist"]')
  if (!form) return
  const isKept = read('wishlist').has(form.elements.sku.value)
  const button = $('button', form)
  button.ariaPressed = isKept
  button.textContent = isKept ? KEPT : KEEP
}

let silence
function say(text) {
  clearTimeout(silence)
  $('#toast').textContent = text
  silence = setTimeout(() => {
    $('#toast').textContent = ''
  }, 3000)
}

addEventListener('click', ({ target }) => {
  const name = target.dataset?.clear
  if (name && write(name, new Map())) location.assign(`${root}/${name}`)
})
addEventListener('storage', markCounts)
addEventListener('pageshow', ({ persisted }) => {
  markCounts()
  markWishes()
  if (persisted) showKept()
})
showKept()

// Suggestions: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.

const box = $('#search')
const list = $('#suggestions')
const entries = () => $$('[role="option"]', list)
let suggesting
box.role = 'combobox'
box.ariaAutoComplete = 'list'
box.ariaExpanded = false
box.setAttribute('aria-controls', 'suggestions')

async function suggest() {
  suggesting?.abort()
  suggesting = new AbortController()
  try {
    const query = new URLSearchParams({ search: box.value })
    const response = await fetch(`${root}/suggest?${query}`, { signal: suggesting.signal })
    list.innerHTML = response.ok ? await response.text() : ''
    open(list.children.length > 0)
  } catch (error) {
    if (error.name !== 'AbortError') open(false)
  }
}

function open(isOpen) {
  list.hidden = !isOpen
  box.ariaExpanded = isOpen
  select(undefined)
}

/** Closes the list, and ignores the answer of a request that still runs. */
function close() {
  suggesting?.abort()
  open(false)
}

function select(option) {
  for (const each of entries()) each.ariaSelected = each === option
  option?.scrollIntoView({ block: 'nearest' })
  if (option) box.setAttribute('aria-activedescendant', option.id)
  else box.removeAttribute('aria-activedescendant')
}

function move(step) {
  const options = [undefined, ...entries()]
  const current = options.indexOf($('[aria-selected="true"]', list) ?? undefined)
  select(options.at((current + step) % options.length))
}

box.addEventListener('input', suggest)
box.addEventListener('blur', close)
box.addEventListener('keydown', (event) => {
  const selected = $('[aria-selected="true"]', list)
  if (event.key === 'Enter' && selected) selected.click()
  else if (event.key === 'Escape' && !list.hidden) close()
  else if (event.key === 'ArrowDown' && list.hidden && box.value) suggest()
  else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !list.hidden)
    move(event.key === 'ArrowDown' ? 1 : -1)
  else return
  event.preventDefault()
})
// The box keeps the focus until the click.
list.addEventListener('mousedown', (event) => event.preventDefault())
