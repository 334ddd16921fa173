import { readFileSync } from 'node:fs'

/** The version of the program, as its package names it. */
export const RELEASE: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
