import { fold } from './words.ts'

/**
 * A name as a URL-friendly identifier: in lower case, without accents, with hyphens between words. Keeps the letters of
 * all scripts. Empty if the name has neither letters nor digits.
 */
export function slugify(name: string): string {
  return fold(name)
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
