/**
 * The paths of pictures in a cell, between semicolons, bars, line breaks, commas, or other signs before addresses. If
 * what these separate are no pictures, they are a part of one path.
 */
export function picturePaths(text: string): string[] {
  const paths = text.split('\n').flatMap(pathsInLine)
  return paths.map((path) => (/^www\.[^/\s]+\//i.test(path) ? `https://${path}` : path))
}

function pathsInLine(line: string): string[] {
  const paths = line.split(SEPARATORS).flatMap((path) => path.trim() || [])
  const isOnePath = paths.length > 1 && !paths.every(isPicture) && isPicture(line) && line.includes('/')
  return isOnePath ? [line.trim()] : paths
}

/** A comma may be a part of an address. */
const SEPARATORS =
  /[;|]|,\s+|,(?=(?:https?:)?\/\/)|(?<=\.(?:jpe?g|png|webp|gif|avif)),|(?<![\s~^#*+!])[\s~^#*+!]+(?=https?:\/\/)/i

/**
 * Whether the path of a picture is an address, or ends like the name of a file. Two addresses without a sign between
 * them are none; a service that changes pictures has the address of one in its path.
 */
export function isPicture(path: string): boolean {
  if (/[^/=:]https?:\/\//i.test(path)) return false
  return /^(?:[a-z][a-z\d+.-]*:)?\/\/[^\s/]|^data:image\/|[^/\\.]\.[a-z][a-z\d]{1,4}(?:[?#].*)?$/i.test(path)
}

/** A cell that says that there is no value, as spreadsheets, databases and exports write it. */
export function isNoValue(text: string): boolean {
  return /^(?:[([<](?:null|none|editvalue is null)[)\]>]|\\n|n\/?a|#n\/?[adv]|nan|null|none|nil|undefined|-+|–|—)$/i.test(
    text,
  )
}
