import { TextDecoder } from 'node:util'

/** A decoder of an encoding that `TextDecoder` knows, or of code page 850. Throws `RangeError` for another one. */
export function textDecoder(encoding: string | undefined, options?: { readonly fatal: boolean }): TextReader {
  return /^(?:cp|ibm)850$/i.test(encoding ?? '') ? decoder850 : new TextDecoder(encoding, options)
}

/** The characters from 0x80 on of code page 850, which programs of DOS and of old databases write in western Europe. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const decoder850: TextReader = {
  decode: (bytes = new Uint8Array()) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => CODE_PAGE_850[byte.charCodeAt(0) - 0x80]!),
}

/** What is used of a `TextDecoder`. */
export interface TextReader {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}
