import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow to two and a half times what is in use before garbage is collected, rather than to four: of what an
 * import goes through hardly anything stays in use, so that collecting is cheap, and room is what it has little of.
 */
export function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=150')
}

/**
 * Collects garbage by how much memory is in use in all, buffers included. By themselves buffers have it collected each time
 * that some 64 MB of them were made: what a server reads of posting lists in some hundred requests, and then goes on using.
 */
export function collectByAllMemory(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
