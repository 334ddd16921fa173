import { utf8Bytes } from './encoding/decode-to-utf8.ts'
import type { ReadOptions } from './read-options.ts'

/** The bytes of a text file as UTF-8, with a warning if they are in another encoding. */
export function utf8Text(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, onWarning }: Pick<ReadOptions, 'encoding' | 'onWarning'>,
): AsyncGenerator<Uint8Array> {
  const onFound = (found: string) =>
    onWarning({ line: 1, path: 'the file', message: `is not UTF-8 and is read as ${found}; --encoding names another` })
  return utf8Bytes(bytes, { encoding, onFound })
}
