/** A piece of HTML. Only `html` and `prose` make one, so that every text in it is escaped. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

export type Content = Html | string | number | false | undefined | readonly Content[]

/**
 * A template whose values are escaped, unless they are HTML already. Undefined and false add nothing. A list adds all
 * its items.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(String.raw({ raw: literals }, ...values.map(sourceOf)))
}

/** Text with `code` between backticks. */
export function prose(text: string): Html {
  return new Html(escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'))
}

/** Items with a separator between them. */
export function joined(items: readonly Content[], separator = ', '): Content {
  return items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
}

function sourceOf(content: Content): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Html) return content.source
  return Array.isArray(content) ? content.map(sourceOf).join('') : escaped(String(content))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
}
