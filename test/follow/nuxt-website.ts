import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { linkModules } from '../link-modules.ts'
import { SECRET } from './followed-shop.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The labels of the lists that each website shows. */
const LABELS = ['shoes', 'pots']

export type Headers = Record<string, string>

/** A website made with Nuxt, whose code is that of docs/frameworks.md, and stand-ins for what Nuxt provides. */
export interface Website {
  /** The keys of the lists that Nuxt keeps, by label. */
  readonly kept: Map<string, string>
  /** Reads both lists, for the framework to keep. */
  render(): Promise<void>
  /** Takes a webhook. */
  hook(body: string, headers: Headers): Promise<unknown>
}

/** The website, in this folder. It shows store `a` of a server. */
export async function nuxtWebsite(folder: string, url: string): Promise<Website> {
  linkModules(folder, join(ROOT, 'packages'))
  const docs = readFileSync(join(ROOT, 'docs/frameworks.md'), 'utf8')
  for (const [, path, code] of docs.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)) {
    const own = code!
      .replace('process.env.WEBHOOK_SECRET', JSON.stringify(SECRET))
      .replace('http://127.0.0.1:3000', url)
      .replace('my-shop', 'a')
    write(folder, path!, own)
  }
  const kept = new Map<string, string>()
  type Read = (query: { within: string }) => Promise<unknown>
  type Webhook = { readonly body: string; readonly headers: Headers }
  Object.assign(globalThis, {
    defineCachedFunction:
      (read: Read, { name, getKey }: { name: string; getKey: Read }): Read =>
      async (query) => {
        kept.set(query.within, `nitro:functions:${name}:${await getKey(query)}.json`)
        return await read(query)
      },
    defineEventHandler: (handler: unknown) => handler,
    readRawBody: async ({ body }: Webhook) => body,
    getHeaders: ({ headers }: Webhook) => headers,
    sendNoContent() {},
    useStorage: (base: string) =>
      base === 'cache' && {
        getKeys: async () => [...kept.values()],
        removeItem: async (key: string) => drop(kept, key),
      },
  })
  const { products } = await load(folder, 'server/utils/products.js')
  const { default: handler } = await load(folder, 'server/routes/hooks/catalog.post.js')
  return {
    kept,
    async render() {
      for (const label of LABELS) await products({ within: label })
    },
    hook: (body, headers) => handler({ body, headers }),
  }
}

function drop(kept: Map<string, string>, key: string): void {
  for (const [label, one] of kept) if (one === key) kept.delete(label)
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function load(folder: string, path: string) {
  return await import(pathToFileURL(join(folder, path)).href)
}
