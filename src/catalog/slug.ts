import { fold } from './words.ts'

/**
 * A name as a URL-friendly identifier: lower case, accents folded, words joined by hyphens. Letters of every script
 * stay. Empty if the name has neither letters nor digits.
 */
export function slugify(name: string): string {
  return fold(name)
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
