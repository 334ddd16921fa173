import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Reply } from './response.ts'

/** The path of a file of the shop has a digest of the content, so that browsers may keep the file for ever. */
export interface Asset {
  readonly path: string
  readonly reply: Reply
}

export const STYLE = asset('style', 'css', 'text/css')
export const SCRIPT = asset('script', 'js', 'text/javascript')

function asset(name: string, extension: string, type: string): Asset {
  const body = readFileSync(new URL(`./${name}.${extension}`, import.meta.url), 'utf8')
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  }
  return {
    path: `/assets/${name}-${hash('sha256', body).slice(0, 12)}.${extension}`,
    reply: { status: 200, headers, body },
  }
}
