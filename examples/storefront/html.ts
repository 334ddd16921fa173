/** A piece of markup. Only `html` and `jsonScript` make one, so that every other text on a page is escaped. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

export type Content = Html | string | number | false | undefined | readonly Content[]

/**
 * A template whose values are escaped, unless they are markup already. Undefined and false add nothing. A list adds its
 * items.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Html {
  let source = literals[0]!
  for (let index = 0; index < values.length; index++) source += sourceOf(values[index]) + literals[index + 1]
  return new Html(source)
}

/** Data for search engines. No text in it can end the element, because `<` is escaped. */
export function jsonScript(data: object): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return new Html(`<script type="application/ld+json">${json}</script>`)
}

function sourceOf(content: Content): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Html) return content.source
  return Array.isArray(content) ? content.map(sourceOf).join('') : escaped(String(content))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in an element or in an attribute with quotes. */
export function escaped(text: string): string {
  // Most texts have nothing to escape, and a page has some thousand.
  return !/[&<>"']/.test(text) ? text : text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
}
