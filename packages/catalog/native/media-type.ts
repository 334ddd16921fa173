import media from './media-types.json' with { type: 'json' }

/** The last segment of a path, percent-decoded, without query and fragment. */
export function fileNameOf(path: string): string {
  const segment = lastSegment(path)
  try {
    const decoded = decodeURIComponent(segment)
    return decoded.includes('\0') ? segment : decoded
  } catch {
    return segment
  }
}

/** The MIME type of the extension of a path. */
export function mediaTypeOf(path: string): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(lastSegment(path))?.[1]?.toLowerCase()
  return (extension && MEDIA_TYPES.get(extension)) || 'application/octet-stream'
}

function lastSegment(path: string): string {
  const plain = path.replace(/[?#].*$/s, '')
  return plain.slice(plain.lastIndexOf('/', plain.length - 2) + 1).replace(/\/$/, '') || path
}

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map(Object.entries(media.types))
