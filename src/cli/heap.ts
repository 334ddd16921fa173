import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow to two and a half times what is in use before garbage is collected, rather than to four: of what an
 * import goes through hardly anything stays in use, so that collecting is cheap, and room is what it has little of.
 */
export function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=150')
}
