// Fills in the forms of the reference, shows each request in several languages, sends it, and finds text.

const STORE_HEADER = 'x-store-id'
/** The page is at `<root>docs`, whatever path a proxy serves it under. */
const root = new URL('.', location.href)
const store = document.querySelector('#store')
const forms = [...document.querySelectorAll('form[data-path]')]

document.documentElement.classList.add('scripted')
document.querySelector('#server').textContent = root.href.slice(0, -1)
for (const form of forms) prepare(form)
const language = document.querySelector('#language')
showLanguage()
language.addEventListener('change', showLanguage)
document.querySelector('#find').addEventListener('input', find)
store.addEventListener('change', fillIds)
store.addEventListener('input', () => forms.forEach(showSamples))
markCurrentSection()
fillIds()

function showLanguage() {
  document.documentElement.dataset.language = language.value
}

/** Shows only the operations and schemas that have the text, and their entries in the contents. */
function find({ target }) {
  const text = target.value.trim().toLowerCase()
  let count = 0
  for (const section of document.querySelectorAll('.operation, .schema')) {
    const found = section.textContent.toLowerCase().includes(text)
    section.hidden = !found
    const entry = document.querySelector(`nav a[href="#${section.id}"]`)
    if (entry) entry.parentElement.hidden = !found
    if (found) count++
  }
  document.querySelector('#found').textContent = text === '' ? '' : `${count} found`
}

function prepare(form) {
  form.addEventListener('input', () => showSamples(form))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
  for (const button of form.querySelectorAll('.more')) button.addEventListener('click', () => addValue(form, button))
  for (const sample of form.querySelectorAll('.sample')) {
    const button = sample.querySelector('.copy')
    button.addEventListener('click', () => copy(sample.querySelector('pre'), button))
  }
  showSamples(form)
}

/** Adds an empty field for another value of a parameter. */
function addValue(form, button) {
  const field = button.previousElementSibling.cloneNode()
  field.value = ''
  button.before(field)
  field.focus()
  showSamples(form)
}

/** Puts the id or code of the store's first product, variant or label where the reader gave none. */
async function fillIds() {
  for (const form of forms) {
    const field = form.querySelector('[data-in=path]')
    if (!field || (field.value !== '' && field.value !== field.dataset.filled)) continue
    const list = form.dataset.path.slice(1, form.dataset.path.indexOf('/{'))
    const id =
      store.value.trim() === ''
        ? ''
        : await first(new URL(`${list}?limit=1`, root), field.name === 'code' ? 'code' : 'id')
    field.value = id
    field.dataset.filled = id
    showSamples(form)
  }
}

async function first(list, field) {
  try {
    const response = await fetch(list, { headers: { [STORE_HEADER]: store.value.trim() } })
    return response.ok ? ((await response.json()).data[0]?.[field] ?? '') : ''
  } catch {
    return ''
  }
}

/** The URL and the headers that a form stands for. Empty fields are left out. */
function requestOf(form) {
  const headers = store.value.trim() === '' ? [] : [[STORE_HEADER, store.value.trim()]]
  const query = []
  let path = form.dataset.path.slice(1)
  for (const { name, value, dataset } of form.elements) {
    if (!dataset.in || value === '') continue
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encode(value))
    else if (dataset.in === 'query') query.push(`${name}=${encode(value).replaceAll('%3A', ':')}`)
    else headers.push([name, value])
  }
  return { url: `${root}${path}${query.length === 0 ? '' : '?'}${query.join('&')}`, headers }
}

/** Percent-encodes for a URL that a shell takes in double quotes. */
function encode(text) {
  const byte = (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, byte)
}

function showSamples(form) {
  const samples = { curl: curlCommand, client: clientSample, python: pythonSample, php: phpSample }
  for (const [name, write] of Object.entries(samples)) {
    const code = form.querySelector(`.${name} code`)
    if (code) code.textContent = write(form)
  }
}

function curlCommand(form) {
  const { url, headers } = requestOf(form)
  const inShell = (text) => `"${text.replaceAll(/["\\$`]/g, '\\$&')}"`
  const options = headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)} `)
  return `curl ${options.join('')}${inShell(url)}`
}

/** A program for the standard library of Python. */
function pythonSample(form) {
  const { url, headers } = requestOf(form)
  const pairs = headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    headers={${pairs.join(', ')}},`,
    ')',
    `${form.dataset.answer} = json.load(urllib.request.urlopen(request))`,
  ].join('\n')
}

/** A program for PHP without extensions. */
function phpSample(form) {
  const { url, headers } = requestOf(form)
  const lines = headers.map(([name, value]) => quoted(`${name}: ${value}`))
  return [
    `$context = stream_context_create(['http' => ['header' => [${lines.join(', ')}]]]);`,
    `$answer = file_get_contents(${quoted(url)}, false, $context);`,
    `$${form.dataset.answer} = json_decode($answer, true);`,
  ].join('\n')
}

/**
 * The program that sends the request with the client for shops. The client sets its headers itself, and has a market for
 * all requests.
 */
function clientSample(form) {
  const { method, answer } = form.dataset
  const shop = [`url: ${quoted(root.href.slice(0, -1))}`]
  if (store.value.trim() !== '') shop.push(`store: ${quoted(store.value.trim())}`)
  const market = form.elements.namedItem('market').value
  if (market !== '') shop.push(`market: ${quoted(market)}`)
  return [
    "import { createVitrine } from '@vitrine/client'",
    '',
    `const shop = createVitrine({ ${shop.join(', ')} })`,
    `const ${answer} = await shop.${method}(${argumentOf(form)})`,
  ].join('\n')
}

/** The id in the path, or the query as an object with one parameter in each line. */
function argumentOf(form) {
  const query = new Map()
  for (const { name, value, dataset } of form.elements) {
    if (dataset.in === 'path') return quoted(value)
    if (dataset.in !== 'query' || name === 'market' || value === '') continue
    const isLiteral = 'literal' in dataset && /^(\d+|true)$/.test(value)
    query.set(name, [...(query.get(name) ?? []), isLiteral ? value : quoted(value)])
  }
  const lines = [...query].map(([name, values]) => `  ${name}: ${values[1] ? `[${values.join(', ')}]` : values[0]},\n`)
  return lines.length === 0 ? '' : `{\n${lines.join('')}}`
}

/** A string literal of TypeScript and of PHP. */
function quoted(text) {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

async function send(form) {
  const { url, headers } = requestOf(form)
  const button = form.querySelector('.send')
  button.disabled = true
  const start = performance.now()
  try {
    const response = await fetch(url, { headers, cache: 'no-store' })
    const text = await response.text()
    showResponse(form, response, text, performance.now() - start)
  } catch (error) {
    showFailure(form, error)
  }
  button.disabled = false
}

function showResponse(form, response, text, milliseconds) {
  const { status, statusText, headers } = response
  const bytes = new TextEncoder().encode(text).length
  showStatus(form, status, `${status} ${statusText}`, `${milliseconds.toFixed(0)} ms · ${bytes.toLocaleString()} bytes`)
  form.querySelector('.result').hidden = false
  form.querySelector('.result details').hidden = false
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  form.querySelector('.headers').textContent = lines.join('\n')
  const body = form.querySelector('.body')
  body.hidden = text === ''
  body.replaceChildren(...colored(indented(text)))
}

function showFailure(form, error) {
  showStatus(form, 0, 'No response', String(error.message))
  form.querySelector('.result').hidden = true
}

function showStatus(form, status, title, more) {
  const code = document.createElement('span')
  code.className = `code-${String(status)[0]}`
  code.textContent = title
  form.querySelector('.status').replaceChildren(code, ` ${more}`)
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The pieces of a JSON text, each kind of value in an element of its own. */
function* colored(json) {
  let end = 0
  for (const match of json.matchAll(/("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g)) {
    yield json.slice(end, match.index)
    const piece = document.createElement('span')
    piece.className = match[2] ? 'key' : match[1] ? 'string' : 'literal'
    piece.textContent = match[1] ?? match[0]
    yield piece
    end = match.index + piece.textContent.length
  }
  yield json.slice(end)
}

async function copy(element, button) {
  button.textContent = (await copied(element)) ? 'Copied' : 'Press Ctrl-C'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}

/** Only pages of a secure origin have a clipboard. Elsewhere the text is selected, and most browsers copy a selection. */
async function copied(element) {
  try {
    await navigator.clipboard.writeText(element.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(element)
    return document.execCommand('copy')
  }
}

/** Marks the section on screen in the contents. */
function markCurrentSection() {
  const links = new Map([...document.querySelectorAll('nav a[href^="#"]')].map((link) => [link.hash.slice(1), link]))
  const observer = new IntersectionObserver(
    (entries) => {
      const visible = entries.find(({ isIntersecting }) => isIntersecting)
      if (!visible) return
      for (const [id, link] of links) {
        if (id === visible.target.id) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      }
    },
    { rootMargin: '-20% 0px -75% 0px' },
  )
  for (const id of links.keys()) observer.observe(document.getElementById(id))
}
