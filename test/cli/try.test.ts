// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { BROKEN, getJson, lines, type Running, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

const PORTS = ['--port', '0', '--metrics-port', '0']

/** A place with a catalog, and a folder of its own for temporary files. */
async function placeWith(
  name: string,
  text: string,
): Promise<WorkingDirectory & { readonly env: Record<string, string> }> {
  const place = new WorkingDirectory()
  await mkdir(place.path('temporary'))
  await writeFile(place.path(name), text)
  return Object.assign(place, { env: { TMPDIR: place.path('temporary') } })
}

async function addressOf(server: Running): Promise<string> {
  return (await server.waitFor(/Shop +(http:\S+)\/\n[\s\S]*Ctrl-C/))[1]!
}

describe('vitrine try', () => {
  test('serves a shop with the file until it is stopped, and leaves nothing', async () => {
    using place = await placeWith('winter_hats-2026.ndjson', lines([SHIRT, TEAPOT]))
    const server = place.start(['try', 'winter_hats-2026.ndjson', ...PORTS], place.env)
    const shop = await addressOf(server)
    const stranger = request(shop, { headers: { host: 'evil.example' } }).end()
    const [refused] = (await once(stranger, 'response')) as [IncomingMessage]
    assert.equal(refused.resume().statusCode, 421, 'a page to which a stranger gave the address of this machine')
    const page = await (await fetch(shop)).text()
    assert.match(page, /<title>Winter hats 2026<\/title>/)
    assert.match(page, /<a hreflang="en" href="\/import-report">Report of the import<\/a>/)
    assert.equal((await fetch(`${shop}/products/red-shirt`)).status, 200)
    const { body } = await getJson(`${shop}/store`)
    assert.equal(body.publicName, 'Winter hats 2026')
    assert.equal((await getJson(`${shop}/store/products?search=shirts`)).body.meta.totalItems, 1, 'a word of a label')
    assert.equal((await readdir(place.path('temporary'))).length, 1)
    server.child.kill('SIGINT')
    assert.equal((await server.waitForExit()).code, 0)
    assert.deepEqual(await readdir(place.path('temporary')), [])
    assert.deepEqual((await readdir(place.path('.'))).sort(), ['temporary', 'winter_hats-2026.ndjson'])
  })

  test('serves the report with its policy', async () => {
    using place = await placeWith('list.csv', 'Name,Price,Stock\nHat,5,1\nCap,6,0\n')
    const server = place.start(['try', 'list.csv', '--currency', 'SEK', '--report', 'own.html', ...PORTS], place.env)
    const response = await fetch(`${await addressOf(server)}/import-report`)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(
      response.headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-.*; img-src https:$/,
    )
    const page = await response.text()
    assert.match(page, /5\.00 SEK/)
    assert.match(
      page,
      /<code>vitrine store add list --name List --public-name List --search-in all --currency SEK<\/code>/,
    )
    assert.equal(page, await readFile(place.path('own.html'), 'utf8'))
    assert.doesNotMatch(server.stderr, /Prices have no currency/)
  })

  test('prints commands that make the same shop stay', async () => {
    using place = await placeWith("Ann's list.csv", 'Name,Price\nHat,5\nCap,6\n')
    const server = place.start(['try', "Ann's list.csv", '--skip-invalid', ...PORTS], place.env)
    await addressOf(server)
    assert.match(server.stderr, /Prices have no currency: start again with --currency/)
    const [, text] = /To keep it:\n\n([\s\S]*?)\n\n/.exec(server.stderr)!
    const commands = text!.split('\n').map((line) => line.trim())
    assert.deepEqual(commands, [
      "vitrine store add ann-s-list --name 'Ann'\\''s list' --public-name 'Ann'\\''s list' --search-in all",
      "vitrine import 'Ann'\\''s list.csv' --store ann-s-list --skip-invalid",
      'vitrine serve',
    ])
    for (const command of commands.slice(0, 2)) {
      const { code, stderr } = await place.inShell(command)
      assert.equal(code, 0, stderr)
    }
    assert.match((await place.run(['store', 'show', 'ann-s-list'])).stdout, /Ann's list/)
  })

  test('asks for the option that import asks for, and leaves nothing', async () => {
    using place = await placeWith('list.csv', 'Artikel;Kostet\nHut;5,00 €\n')
    const guessed = await place.run(['try', 'list.csv', ...PORTS], place.env)
    assert.equal(guessed.code, 1)
    assert.match(guessed.stderr, /the columns are only guessed.* import with --yes\. Otherwise --write-columns/)
    assert.deepEqual(await readdir(place.path('temporary')), [])
    const written = await place.run(['try', 'list.csv', '--write-columns', 'columns.json'], place.env)
    assert.equal(written.code, 0, written.stderr)
    const server = place.start(['try', 'list.csv', '--columns', 'columns.json', ...PORTS], place.env)
    assert.equal((await getJson(`${await addressOf(server)}/store/products`)).body.meta.totalItems, 1)
  })

  test('refuses a file with problems unless it may skip them', async () => {
    using place = await placeWith('shop.ndjson', lines([SHIRT, BROKEN]))
    const refused = await place.run(['try', 'shop.ndjson', '--report', 'report.html', ...PORTS], place.env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /2 problems in 1 product; --skip-invalid leaves the product out/)
    assert.match(
      await readFile(place.path('report.html'), 'utf8'),
      /<code>vitrine import shop\.ndjson --store shop --create --skip-invalid<\/code>/,
    )
    assert.deepEqual(await readdir(place.path('temporary')), [])
    const server = place.start(['try', 'shop.ndjson', '--skip-invalid', '--name', 'A & B', ...PORTS], place.env)
    assert.match(await (await fetch(await addressOf(server))).text(), /<title>A &amp; B<\/title>/)
  })

  test('leaves nothing if it is interrupted while it reads', async () => {
    using place = await placeWith('empty', '')
    const server = place.start(['try', '-', ...PORTS], place.env)
    await server.waitFor(/reading standard input/)
    assert.equal((await readdir(place.path('temporary'))).length, 1)
    server.child.kill('SIGINT')
    assert.equal((await server.waitForExit()).code, 130)
    assert.deepEqual(await readdir(place.path('temporary')), [])
  })

  test('removes what a killed process has left, and nothing of a running one', async () => {
    using place = await placeWith('shop.ndjson', lines([SHIRT]))
    const temporary = place.path('temporary')
    const start = () => place.start(['try', 'shop.ndjson', ...PORTS], place.env)
    const killed = start()
    await addressOf(killed)
    const left = await readdir(temporary)
    killed.child.kill('SIGKILL')
    await killed.waitForExit()
    const shop = await addressOf(start())
    const both = await readdir(temporary)
    assert.equal(both.length, 2)
    for (const name of both) await utimes(join(temporary, name), 0, 0)
    await addressOf(start())
    const folders = await readdir(temporary)
    assert.deepEqual(
      both.filter((name) => !folders.includes(name)),
      left,
    )
    assert.equal(folders.length, 2)
    assert.equal((await fetch(`${shop}/products/red-shirt`)).status, 200)
  })

  for (const [option, port] of [
    ['--port', 1],
    ['--metrics-port', 3],
  ] as const)
    test(`says that the port of ${option} is taken before it reads the file`, async () => {
      await using taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      const { port: number } = taken.address() as AddressInfo
      const ports: string[] = PORTS.with(port, String(number))
      using place = await placeWith('shop.ndjson', lines([SHIRT, BROKEN]))
      const { code, stderr } = await place.run(['try', 'shop.ndjson', ...ports, '--host', '127.0.0.1'], place.env)
      assert.equal(code, 1)
      assert.match(
        stderr,
        new RegExp(`^vitrine: port ${number} on 127\\.0\\.0\\.1 is in use; choose another with .*\n$`),
      )
      assert.deepEqual(await readdir(place.path('temporary')), [])
    })

  test('reads standard input', async () => {
    using place = await placeWith('empty', '')
    const server = place.start(['try', '-', ...PORTS], place.env)
    server.child.stdin!.end(lines([SHIRT]))
    assert.match(await (await fetch(await addressOf(server))).text(), /<title>My shop<\/title>/)
  })
})
