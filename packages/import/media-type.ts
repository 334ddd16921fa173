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

/** Extension → MIME type of pictures, films, 3D models and PDF files. */
const MEDIA_TYPES = new Map([
  ...['apng', 'avif', 'bmp', 'gif', 'heic', 'heif', 'jpeg', 'jxl', 'png', 'tiff', 'webp'].map(
    (extension) => [extension, `image/${extension}`] as const,
  ),
  ['ico', 'image/vnd.microsoft.icon'],
  ['jpg', 'image/jpeg'],
  ['svg', 'image/svg+xml'],
  ['tif', 'image/tiff'],
  ['avi', 'video/x-msvideo'],
  ['m4v', 'video/mp4'],
  ['mkv', 'video/matroska'],
  ['mov', 'video/quicktime'],
  ['mp4', 'video/mp4'],
  ['ogv', 'video/ogg'],
  ['webm', 'video/webm'],
  ['glb', 'model/gltf-binary'],
  ['gltf', 'model/gltf+json'],
  ['usdz', 'model/vnd.usdz+zip'],
  ['pdf', 'application/pdf'],
])
