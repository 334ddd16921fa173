import type { Schema } from './document.ts'
import { type Content, type Html, html, joined, prose } from './html.ts'

/** The type of a value in words: `string (uuid)`, `array of Option`. Names of schemas are links. */
export function typeOf(schema: Schema): Content {
  const { $ref, anyOf, items, type, format, maxItems } = schema
  if ($ref) return linkTo($ref)
  if (anyOf) return joined(anyOf.map(typeOf), ' or ')
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (items) return maxItems === 0 ? 'empty array' : ['array of ', typeOf(items)]
  const name = [type ?? (schema.enum ? 'string' : 'any')].flat().join(' or ')
  return format ? `${name} (${format})` : name
}

/** The fields of an object, with those of the objects in it. Undefined if the schema has none. */
export function fieldsOf({ properties, required = [] }: Schema): Html | undefined {
  if (!properties) return undefined
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      html`<div><dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${
        required.includes(name) ? undefined : html` <span class="tag">optional</span>`
      }</dt><dd>${schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`}${fieldsOf(
        schema.items ?? schema,
      )}</dd></div>`,
  )
  return html`<dl class="fields">${rows}</dl>`
}

function linkTo(pointer: string): Html {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  return html`<a href="#schema-${name}">${name}</a>`
}
