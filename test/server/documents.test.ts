import assert from 'node:assert/strict'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { AGENT_ERRORS } from '@vitrine/agents/error'
import { readLabelEntries } from '@vitrine/catalog/declared/label-entries'
import { ERROR_CODES } from '@vitrine/catalog/error'
import { readNative } from '@vitrine/catalog/native/read-native'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { publish } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { CODES_OF_COMMANDS } from '@vitrine/server/openapi/schemas'
import { PROBLEMS } from '@vitrine/server/problem'
import { storeNamed, THEN } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { difference, examplesIn, readDocument } from './documented.ts'
import { openShop, type Shop } from './shop.ts'

const DEMO_LABELS = new URL('../../demo/labels.json', import.meta.url)
const DEMO = '7c0d5f3e-41b8-4e6a-9d27-b18e6a90c354'

let folder: ReturnType<typeof temporaryFolder>
let shop: Shop
before(async () => {
  folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'demo.db'))
  const { id, ...store } = storeNamed(DEMO)
  const shown = { currency: 'EUR', publicName: 'Fennel & Tide', taxIncluded: true }
  await catalogs.addStore({ id, ...store, ...shown, taxRate: { ...store.taxRate, name: 'VAT', rate: 19 } })
  {
    await using draft = await catalogs.draft(id)
    const file = createReadStream(new URL('../../demo/catalog.ndjson', import.meta.url))
    const options = { replace: true, skipInvalid: false, dryRun: false, now: THEN }
    const products = readNative(file, draft.base.store, () => {})
    await publish(draft, products, options)
  }
  {
    await using draft = await catalogs.draft(id)
    await publishDeclared(draft, 'labels', readLabelEntries(readFileSync(DEMO_LABELS, 'utf8')).entries, THEN)
  }
  shop = await openShop({ editions: catalogs, events: 10 })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

for (const document of ['api.md', 'errors.md']) {
  describe(`docs/${document}`, () => {
    for (const { line, method, path, headers, status, expectedHeaders, expectedBody } of examplesIn(document)) {
      test(`line ${line}: ${method} ${path} gets the documented answer`, async () => {
        const answer = await shop.ask({ method, path, headers })
        assert.equal(answer.status, status, answer.body)
        for (const [name, value] of Object.entries(expectedHeaders)) assert.equal(answer.headers[name], value, name)
        if (expectedBody === undefined) assert.equal(answer.body, '')
        else assert.equal(difference(JSON.parse(answer.body), expectedBody), undefined)
      })
    }
  })
}

describe('docs/errors.md', () => {
  const document = readDocument('errors.md')

  test('has a row and a section for every code, and for nothing else', () => {
    const rows = [...document.matchAll(/^\| \[`(.+?)`\]\(#(.+?)\) \| (\d+) \| (.+?) \|$/gm)]
    assert.deepEqual(
      rows.map(([, code, anchor, status, meaning]) => ({ code, anchor, status: Number(status), meaning })),
      ERROR_CODES.map((code) => {
        const { status, meaning } = PROBLEMS[code]
        return { code, anchor: code, status, meaning }
      }),
    )
    const sections = [...document.matchAll(/^## `(.+)`$/gm)].map(([, code]) => code)
    assert.deepEqual(sections, [...ERROR_CODES])
  })

  test('begins the section of every code with the help that the server shows', () => {
    for (const code of ERROR_CODES) {
      const section = document.split(`\n## \`${code}\`\n\n`)[1]!.replaceAll('\n', ' ')
      assert.equal(section.slice(0, PROBLEMS[code].help.length), PROBLEMS[code].help)
    }
  })

  test('has the codes and statuses of the page /docs/errors, which leaves out those of commands', async () => {
    const page = await (await shop.get('/docs/errors')).text()
    for (const code of ERROR_CODES.filter((code) => !CODES_OF_COMMANDS.includes(code))) {
      assert.match(page, new RegExp(`id="${code}"><h2><code>${code}</code> <span[^>]*>${PROBLEMS[code].status}</span>`))
    }
  })
})

test('docs/agents.md has a row for every error that only agents get, and for nothing else', () => {
  const rows = [...readDocument('agents.md').matchAll(/^\| (\d+) \| `(\w+)` \| (.+?) \| (.+?) \|$/gm)]
  assert.deepEqual(
    rows.map(([, status, code, meaning, help]) => ({ code, status: Number(status), meaning, help })),
    Object.values(AGENT_ERRORS),
  )
})
