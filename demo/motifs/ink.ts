/** What a motif is drawn with. The surrounding group is already filled with `main`. */
export type Ink = {
  readonly main: string
  readonly accent: string
  /** A number that is the same for every picture of one product, to tell its kind's members apart. */
  readonly variety: number
}

/** The inside of a picture, on a sheet of 400 × 400. Standing things rest on the line y = 312. */
export type Motif = (ink: Ink) => string

/** Attributes for paint that does not depend on the product. */
export const shade = 'fill="#000" fill-opacity=".12"'
export const light = 'fill="#fff" fill-opacity=".3"'
export const paper = 'fill="#fbf6ea"'
export const wood = 'fill="#c99d6c"'
export const metal = 'fill="#b4babd"'
export const brass = 'fill="#c8a24c"'
export const dark = 'fill="#3d3936"'

/** A line instead of an area. */
export function stroke(color: string, width: number, opacity = 1): string {
  const faint = opacity < 1 ? ` stroke-opacity="${opacity}"` : ''
  return `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${faint}`
}

export const turned = (degrees: number, drawing: string) => `<g transform="rotate(${degrees} 200 200)">${drawing}</g>`

/** The same thing twice, as gloves come. The second one is mirrored. */
export const pair = (drawing: string) =>
  `<g transform="translate(14 64) scale(.68)">${drawing}</g><g transform="translate(386 64) scale(-.68 .68)">${drawing}</g>`

/** Evenly spaced strokes, `count` of them, each moved by (dx, dy) from the one before. */
export function hatch(d: string, count: number, dx: number, dy: number, paint: string): string {
  const numbers = [...Array(count).keys()]
  return `<g ${paint}>${numbers.map((n) => `<path d="${d}" transform="translate(${n * dx} ${n * dy})"/>`).join('')}</g>`
}

/** The small sign on a label: a leaf, a sun, waves, a diamond or berries. */
export function emblem(ink: Ink, x: number, y: number, size = 1): string {
  const signs = [
    '<path d="M-26 20Q-30-24 26-26Q28 26-26 20z"/><path d="M-34 30L8-8" stroke="#fff" stroke-width="4"/>',
    '<circle r="18"/><circle r="28" fill="none" stroke="currentColor" stroke-width="5" stroke-dasharray="6 9"/>',
    '<path d="M-36-10q12-16 24 0t24 0t24 0M-36 8q12-16 24 0t24 0t24 0M-36 26q12-16 24 0t24 0t24 0" fill="none" stroke="currentColor" stroke-width="6"/>',
    '<path d="M0-32L24 0L0 32L-24 0z"/><path d="M0-16L12 0L0 16L-12 0z" fill="#fff" fill-opacity=".6"/>',
    '<circle cx="-14" cy="8" r="14"/><circle cx="14" cy="8" r="14"/><circle cy="-14" r="14"/><path d="M0-26q6-14 20-14" fill="none" stroke="currentColor" stroke-width="5"/>',
  ]
  const sign = signs[ink.variety % signs.length]
  return `<g transform="translate(${x} ${y}) scale(${size})" fill="${ink.accent}" color="${ink.accent}">${sign}</g>`
}
