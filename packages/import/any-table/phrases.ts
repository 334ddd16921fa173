import { fold } from '@vitrine/catalog/words'

/** The phrases of a list, which has bars or line breaks between them, without case and accents. */
export function phrasesIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s*[|\n]\s*/).map(fold))
}
