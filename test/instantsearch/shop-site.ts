import { resolve } from 'node:path'
import { build } from 'esbuild'
import { openSite } from '../client/site.ts'

/** A site with the script of this folder on a page of its own. The page knows the store of a catalog server. */
export async function openShopSite(script: string, shop: { readonly url: string; readonly store: string }) {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, script)],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  })
  const { url, store } = shop
  return openSite({
    '/': [
      'text/html',
      `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A shop</title><body>
      <script>window.shop = ${JSON.stringify({ url, store })}</script><script src="/script.js"></script>`,
    ],
    '/script.js': ['text/javascript; charset=utf-8', outputFiles[0]!.text],
  })
}
