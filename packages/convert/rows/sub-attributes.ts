/**
 * An attribute with sub-attributes, as tables have it: `width:narrow,size:8` is twice a pair of texts. After a
 * backslash, a comma or a colon belongs to its text.
 */
export function readSubAttributes(text: string): string[][] {
  const groups = [['']]
  for (const [part] of text.matchAll(/\\.|[^\\,:]+|./gsu)) {
    const group = groups.at(-1)!
    if (part === ',') groups.push([''])
    else if (part === ':') group.push('')
    else group.push(group.pop() + (part.length > 1 && part.startsWith('\\') ? part.slice(1) : part))
  }
  return groups.map((group) => group.map((each) => each.trim()))
}

/** The sub-attributes of one attribute as `readSubAttributes` reads them. */
export function writeSubAttributes(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[\\,:]/g, '\\$&')).join(':')
}
