import { fold } from './words.ts'

/**
 * Letters of their own alphabets that Unicode decomposes all the same: й is not и with an accent, as é is e with one.
 * Searches fold them, since shoppers may leave the marks out.
 */
const OTHERS_THAN_OWN_LETTERS = /[^ёѓїќўйѷӂӑӓӗӛӝӟӣӥӧӫӭӯӱӳӵӹآأؤإئۀۂۓ]+/g

/**
 * A name as a URL-friendly identifier: in lower case, without accents, with hyphens between words. Keeps the letters of
 * all scripts. Empty if the name has neither letters nor digits.
 */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFC')
    .replace(OTHERS_THAN_OWN_LETTERS, fold)
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
