/** The first of `base`, `base-2`, `base-3`, … that is not taken. */
export function firstFree(base: string, taken: (candidate: string) => boolean): string {
  if (!taken(base)) return base
  for (let number = 2; ; number++) if (!taken(`${base}-${number}`)) return `${base}-${number}`
}
