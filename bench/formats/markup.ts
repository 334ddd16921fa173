const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text as it stands between the tags of HTML and XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character]!)
}

/** A description as the editors of shops keep it. */
export function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`
}
