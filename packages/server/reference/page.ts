import { CLIENT_CALLS } from './client-call.ts'
import {
  type OpenApi,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  resolve,
  type Schema,
} from './document.ts'
import { type Content, type Html, html, joined, prose } from './html.ts'
import { layout, type PageFiles } from './layout.ts'
import { fieldsOf, typeOf } from './schema.ts'

/** The page has one field for the store, which all operations send. */
const STORE_HEADER = 'x-store-id'

/** The languages in which the script writes requests. */
const LANGUAGES = { curl: 'curl', client: 'TypeScript', python: 'Python', php: 'PHP' }

/**
 * The reference of the API: its operations, each with a form that sends it, and its schemas. `store` fills the form in.
 */
export function referencePage(document: OpenApi, files: PageFiles, store = ''): string {
  const { info, tags, paths, components } = document
  const server = document.servers[0]!.url
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, ...get }))
  const groups = tags.map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
  const schemas = Object.entries(components.schemas)
  return layout({
    title: info.title,
    description: 'Every operation of the read API, with its parameters, its answers and a form that sends it.',
    files,
    contents: html`<p class="brand">Vitrine</p>
<div class="store"><label for="store">Store</label>
<input id="store" type="text" value="${store}" ${NO_PROSE} aria-describedby="store-hint">
<p id="store-hint">All requests of this page send it as <code>${STORE_HEADER}</code>.</p>
<label for="language">Samples in</label>
<select id="language">${Object.entries(LANGUAGES).map(([id, name]) => html`<option value="${id}">${name}</option>`)}</select>
<label for="find">Find an operation or a field</label>
<input id="find" type="search" ${NO_PROSE}>
<p id="found" role="status"></p></div>
<nav aria-label="Contents">
${groups.map(
  ({ name, operations }) =>
    html`<p>${name}</p><ul>${operations.map(
      ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
    )}</ul>`,
)}
<p>More</p><ul><li><a href="#schemas">Schemas</a></li><li><a href="docs/errors">Errors</a></li>
<li><a href="openapi.json">OpenAPI document</a></li></ul>
</nav>`,
    main: [
      html`<header class="intro"><h1>${info.title}</h1><p>${prose(info.description)}</p>
<p>Requests go to <span id="server">${server === '/' ? 'this server' : server}</span>. <a href="docs/errors">Errors</a> explains every
code. The <a href="openapi.json">OpenAPI document</a> describes the same for programs.</p></header>`,
      groups.map(
        ({ name, description, operations }) => html`<section class="group"><h2>${name}</h2><p>${prose(description)}</p>
${operations.map((operation) => operationSection(document, operation))}</section>`,
      ),
      html`<section class="group" id="schemas"><h2>Schemas</h2>${schemas.map(
        ([name, schema]) => html`<section class="schema" id="schema-${name}"><h3>${name}</h3>
<p>${prose(schema.description ?? '')}${choicesOf(schema)}</p>${fieldsOf(schema)}</section>`,
      )}</section>`,
    ],
  })
}

function operationSection(document: OpenApi, operation: OperationObject & { readonly path: string }): Html {
  const { path, operationId: id, summary, description, responses } = operation
  const parameters = operation.parameters
    .map((parameter) => resolve(document, parameter))
    .filter(({ name }) => name !== STORE_HEADER)
    // The headers last: few requests need them.
    .toSorted((one, other) => Number(one.in === 'header') - Number(other.in === 'header'))
  const statuses = Object.entries(responses).map(
    ([status, response]) => [status, resolve<ResponseObject>(document, response)] as const,
  )
  const example = exampleAnswer(responses['200'])
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${summary}</h3>
<p class="route"><span class="method">GET</span> <code>${path}</code></p>
<p>${prose(description)}</p>
<form data-path="${path}"${clientCall(id)}>
<div>
<h4>Parameters</h4>
<ul class="parameters">${parameters.map((parameter) => parameterItem(id, parameter))}</ul>
</div>
<div class="console">
${Object.entries(LANGUAGES).map(([language, name]) => (language === 'curl' || CLIENT_CALLS[id]) && sample(language, `The request in ${name}`))}
${hasEnd(responses) && html`<button class="send">Send request</button>`}
${example && html`<p>The answer: ${typeOf(example.schema)}</p>`}
<p class="status" role="status">${example && 'An example:'}</p>
<div class="result"${!example && html` hidden`}>
<details hidden><summary>Headers</summary><pre class="headers" tabindex="0" role="group" aria-label="Headers of the response"></pre></details>
<pre class="body" tabindex="0" role="group" aria-label="Body of the response">${example?.text}</pre>
</div>
</div>
<div>
<h4>Responses</h4>
<div class="responses">${statuses.map(([status, response]) => responseItem(status, response))}</div>
</div>
</form>
</section>`
}

/** The schema of the answer, and an example of it. Undefined for answers that are no JSON. */
function exampleAnswer(response: OperationObject['responses'][string] | undefined) {
  const media = response && 'content' in response ? response.content?.['application/json'] : undefined
  if (!media) return undefined
  const [example] = Object.values(media.examples ?? {})
  return { schema: media.schema, text: example && JSON.stringify(example.value, null, 2) }
}

/** Whether the page can show the answer: a stream of events does not end. */
function hasEnd({ '200': response }: OperationObject['responses']): boolean {
  return response !== undefined && 'content' in response && 'application/json' in response.content!
}

/** The attributes from which the script writes the sample for the client. */
function clientCall(operation: string): Html | undefined {
  const call = CLIENT_CALLS[operation]
  return call && html` data-method="${call.method}" data-answer="${call.answer}"`
}

/** A box for code that the script writes. */
function sample(name: string, label: string): Html {
  return html`<div class="sample ${name}"><pre tabindex="0" role="group" aria-label="${label}"><code></code></pre>
<button type="button" class="copy">Copy</button></div>`
}

function parameterItem(operation: string, parameter: ParameterObject): Html {
  const { name, required, description, schema } = parameter
  const label = `${operation}-${name}`
  return html`<li><div><code id="${label}">${name}</code> <span class="type">${typeOf(schema)}</span>${
    required ? html` <span class="tag">required</span>` : undefined
  }<p>${prose(description ?? '')}${choicesOf(schema.items ?? schema)}${defaultOf(schema)}</p></div>${control(parameter, label)}</li>`
}

/** What the form offers: only valid values where they are known, one field for each value of a list. */
function control({ in: place, name, required, schema }: ParameterObject, label: string): Html {
  const isList = schema.items !== undefined
  const { const: only, enum: choices = only === undefined ? undefined : [only], type } = schema.items ?? schema
  const literal = type === 'integer' || only !== undefined ? html` data-literal` : undefined
  const attributes = html`name="${name}" data-in="${place}"${literal} aria-labelledby="${label}"`
  if (choices) {
    const options = ['', ...choices].map((choice) => html`<option>${String(choice)}</option>`)
    return html`<div class="control"><select ${attributes}>${options}</select></div>`
  }
  const example = html` placeholder="${schema.default === undefined || isList ? '' : String(schema.default)}"`
  const numeric = type === 'integer' ? html` inputmode="numeric"` : undefined
  const field = html`<input type="text" ${attributes} ${NO_PROSE}${example}${numeric}${required ? html` required` : undefined}>`
  const more =
    isList && html`<button type="button" class="more" aria-label="Add a value of ${name}">Add a value</button>`
  return html`<div class="control">${field}${more}</div>`
}

/** Attributes of a field for text that is no prose. */
const NO_PROSE = html`autocomplete="off" autocapitalize="off" spellcheck="false"`

function choicesOf({ enum: choices }: Schema): Content {
  if (!choices) return undefined
  return [' One of ', joined(choices.map((choice) => html`<code>${String(choice)}</code>`)), '.']
}

function defaultOf({ default: value }: Schema): Html | undefined {
  return value === undefined || typeof value === 'object' ? undefined : html` Default: <code>${String(value)}</code>.`
}

function responseItem(status: string, { description, headers = {}, content = {} }: ResponseObject): Html {
  const [media] = Object.entries(content)
  const names = Object.keys(headers)
  const examples = Object.entries(media?.[1].examples ?? {})
  const isProblem = Number(status) >= 400
  return html`<details><summary><span class="code-${status[0]!}">${status}</span> ${prose(withoutCodes(description))}</summary>
${isProblem && html`<p>Codes: ${joined(examples.map(([code]) => errorLink(code)))}.</p>`}
${media && html`<p>Body: ${typeOf(media[1].schema)}, <code>${media[0]}</code></p>`}
${names.length > 0 && html`<p>Headers: ${joined(names.map((name) => html`<code>${name}</code>`))}</p>`}
${examples.slice(0, 1).map(([, { value }]) => html`<pre tabindex="0" role="group" aria-label="Example">${JSON.stringify(value, null, 2)}</pre>`)}
</details>`
}

/** The description of an error without its list of codes, which the page shows with links. */
function withoutCodes(description: string): string {
  return description.replace(/ Codes?: .*$/, '')
}

function errorLink(code: string): Html {
  return html`<a href="docs/errors#${code}"><code>${code}</code></a>`
}
