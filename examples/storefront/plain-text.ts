const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The paragraphs of a description. Catalogs write descriptions as text or as HTML, of which only the text remains. */
export function paragraphs(description: string): string[] {
  const isHtml = /<\/?[a-z]/i.test(tagged(description))
  return (isHtml ? textOf(description) : description)
    .split(/\n+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
}

/** The beginning of a text, up to the end of a word, for search engines and cards. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  const words = text.slice(0, length).replace(/\s+\S*$/, '')
  return `${words.replace(/[.,;:]$/, '')} …`
}

/** The part that can have tags: without a later ">" a "<" opens none. */
function tagged(source: string): string {
  return source.slice(0, source.lastIndexOf('>') + 1)
}

function textOf(source: string): string {
  const spaced = source.replaceAll(/\s+/g, ' ')
  const html = tagged(spaced)
  // Every "<" begins a match, so the time grows with the length of the source and not with its square.
  const text = html.replaceAll(/<(script|style)\b.*?(?:<\/\1>|$)|<[^>]*>/gi, (tag) => (LINE_END.test(tag) ? '\n' : ''))
  return `${text}${spaced.slice(html.length)}`.replaceAll(
    /&(amp|lt|gt|quot|#39|nbsp);/g,
    (_, name: string) => ENTITIES[name]!,
  )
}

const LINE_END = /^<(br|\/(p|div|li|h\d|tr|ul|ol)>$)/i
