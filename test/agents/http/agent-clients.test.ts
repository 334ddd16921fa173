import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { COMPLETE_ONLY } from '../../quick.ts'
import { openDemoShop } from '../../server/demo-shop.ts'
import type { Body } from '../../server/shop.ts'
import { temporaryFolder } from '../../temporary.ts'

let shop: Awaited<ReturnType<typeof openDemoShop>>
before(async () => {
  shop = await openDemoShop()
})
after(() => shop[Symbol.asyncDispose]())

async function connected(mode: 'legacy' | { readonly pin: '2026-07-28' } | 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${shop.address}/mcp`)))
  return client
}

for (const [name, mode, version] of [
  ['of an older revision', 'legacy', '2025-11-25'],
  ['of the newest revision', { pin: '2026-07-28' }, '2026-07-28'],
  ['that asks for the revisions', 'auto', '2026-07-28'],
] as const) {
  describe(`the official client of MCP ${name}`, () => {
    let client: Client
    before(async () => {
      client = await connected(mode)
    })
    after(() => client.close())

    test('connects and reads the tools', async () => {
      assert.equal(client.getNegotiatedProtocolVersion(), version)
      assert.match(client.getInstructions()!, /search_catalog/)
      assert.equal((await client.listTools()).tools.length, 4)
    })

    test('searches, looks up, reads a product and the filters, and accepts the answers', async () => {
      const call = async (tool: string, catalog: object): Promise<Body> => {
        const { structuredContent, isError } = await client.callTool({ name: tool, arguments: { catalog } })
        assert.ok(!isError && structuredContent, tool)
        return structuredContent
      }
      await client.listTools()
      const { products } = await call('search_catalog', { query: 'tea' })
      const [{ id, handle }] = products
      const looked = await call('lookup_catalog', { ids: [id, handle] })
      assert.equal(looked.products.length, 1)
      assert.equal((await call('get_product', { id })).product.id, id)
      assert.ok((await call('list_filters', { query: 'tea' })).categories.length > 0)
    })

    test('gets errors that it can read', async () => {
      const { isError, content } = await client.callTool({ name: 'search_catalog', arguments: { catalog: {} } })
      assert.equal(isError, true)
      assert.match(JSON.stringify(content), /neither a query nor filters/)
      await assert.rejects(client.callTool({ name: 'buy', arguments: {} }), /There is no tool \\?"buy/)
    })
  })
}

describe("Shopify's command line of UCP", () => {
  using folder = temporaryFolder()
  const environment = {
    ...process.env,
    HOME: folder.path,
    UCP_TEST_ALLOW_INSECURE_LOCALHOST: 'true',
    UCP_STRICT_SCHEMA: '1',
  }
  const program = new URL('../../../node_modules/@shopify/ucp-cli/dist/bin.js', import.meta.url).pathname
  const ucp = async (...words: string[]): Promise<Body> => {
    const options = ['--business', shop.address, '--format', 'json']
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'catalog', ...words, ...options], {
      env: environment,
    })
    return JSON.parse(stdout).result
  }

  test('discovers the shop, searches, looks up and reads a product', { skip: COMPLETE_ONLY }, async () => {
    const { products, pagination } = await ucp('search', '--set', '/query=tea', '--set', '/pagination/limit=2')
    assert.deepEqual([products.length, pagination.has_next_page], [2, true])
    const [{ id }] = products
    const looked = await ucp('lookup', '--input', JSON.stringify({ ids: [id] }))
    assert.equal(looked.products[0].id, id)
    assert.equal((await ucp('get_product', id)).product.id, id)
  })
})
