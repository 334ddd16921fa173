import { CatalogFileError } from '../file-error.ts'

/** An encoding that the first bytes of a file tell, and how many of them only do that. */
export interface ByteOrderMark {
  readonly encoding: string | undefined
  readonly mark: number
}

/** The encoding by a byte order mark, by the zeros that UTF-16 has in plain text, or by the declaration of XML. */
export function detectByteOrderMark(head: Uint8Array): ByteOrderMark | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', 0, 1024)
  if (/^(?:\xff\xfe\x00\x00|\x00\x00\xfe\xff)/.test(text))
    throw new CatalogFileError('The file is UTF-32 text, which cannot be read. Save it as UTF-8.')
  if (text.startsWith('\xef\xbb\xbf')) return { encoding: undefined, mark: 3 }
  if (text.startsWith('\xff\xfe')) return { encoding: 'utf-16le', mark: 2 }
  if (text.startsWith('\xfe\xff')) return { encoding: 'utf-16be', mark: 2 }
  // A header line, or the beginning of XML, is letters of ASCII and signs: every other byte is a zero then.
  if (/^(?:[^\x00]\x00){4}/.test(text)) return { encoding: 'utf-16le', mark: 0 }
  if (/^(?:\x00[^\x00]){4}/.test(text)) return { encoding: 'utf-16be', mark: 0 }
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1]
  if (declared === undefined || /^(?:utf-?8|us-ascii)$/i.test(declared)) return undefined
  return { encoding: declared.toLowerCase(), mark: 0 }
}
