const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The paragraphs of a description. Catalogs write descriptions as text or as HTML, of which only the text remains. */
export function paragraphs(description: string): string[] {
  const isHtml = /<\/?[a-z][^>]*>/i.test(description)
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

function textOf(source: string): string {
  return source
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(script|style)\b.*?<\/\1>/gi, '')
    .replaceAll(/<br[^>]*>|<\/(p|div|li|h\d|tr|ul|ol)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
}
