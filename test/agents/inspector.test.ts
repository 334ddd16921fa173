// Installed apart: it needs the inspector of MCP.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Body } from '../server/shop.ts'
import { type DemoUnderTest, skip, startDemo } from './official-tools.ts'

describe('the inspector of MCP', { skip }, () => {
  let demo: DemoUnderTest
  before(async () => {
    demo = await startDemo()
  })
  after(() => demo[Symbol.dispose]())

  for (const era of ['legacy', 'modern']) {
    const inspect = (...args: string[]) =>
      demo.run('inspector', '--cli', demo.mcp, '--protocol-era', era, '--format', 'json', ...args)
    const call = (tool: string, catalog: object) =>
      inspect('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify({ catalog }))
    const answer = async (tool: string, catalog: object): Promise<Body> => {
      const { code, output, stdout } = await call(tool, catalog)
      assert.equal(code, 0, output)
      return JSON.parse(stdout).result.structuredContent
    }

    test(`lists the tools to a ${era} client, and finds nothing wrong with their schemas`, async () => {
      const { code, output, stdout } = await inspect('--method', 'tools/list', '--strict')
      assert.equal(code, 0, output)
      const names = JSON.parse(stdout).result.tools.map(({ name }: Body) => name)
      assert.deepEqual(names, ['search_catalog', 'lookup_catalog', 'get_product', 'list_filters'])
    })

    test(`calls every tool as a ${era} client`, async () => {
      const { products } = await answer('search_catalog', { query: 'tea', pagination: { limit: 2 } })
      assert.equal(products.length, 2)
      const [{ id, handle }] = products
      assert.equal((await answer('lookup_catalog', { ids: [handle] })).products[0].id, id)
      assert.equal((await answer('get_product', { id })).product.handle, handle)
      assert.ok((await answer('list_filters', { query: 'tea' })).categories.length > 0)
    })

    test(`tells a ${era} client what is wrong with a call`, async () => {
      const { code, stdout } = await call('search_catalog', {})
      assert.notEqual(code, 0)
      const { content, isError } = JSON.parse(stdout).result
      assert.equal(isError, true)
      assert.match(content[0].text, /neither a query nor filters/)
    })
  }
})
