// Complete run only: it builds an image and runs it.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { SHIRT } from '../cli/vitrine.ts'
import { buildImage, whyNoImage } from './build-image.ts'
import { parseDockerfile } from './dockerfile.ts'
import { acceptedSettings } from './settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const instructions = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))

describe('the Dockerfile', () => {
  test('has two stages, of images that can be pinned by digest', () => {
    const images = { BUILD_IMAGE: 'node:26-slim', RUN_IMAGE: 'gcr.io/distroless/nodejs26-debian13:nonroot' }
    assert.deepEqual(
      textsOf('ARG'),
      Object.entries(images).map((image) => image.join('=')),
    )
    assert.match(textsOf('FROM').join(), /^\$\{BUILD_IMAGE\} AS build,\$\{RUN_IMAGE\}$/)
  })

  test('copies only files that exist and that .dockerignore lets through', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
    const copied = ofKind('COPY')
      .filter(({ flags }) => !flags.some((flag) => flag.startsWith('--from')))
      .flatMap(({ words }) => words.slice(0, -1))
    for (const path of copied) assert.ok(existsSync(join(ROOT, path)), path)
    const allowed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    assert.ok(ignored.includes('*'))
    assert.deepEqual(
      allowed.sort(),
      copied.sort().filter((path, index) => path !== copied[index - 1]),
    )
  })

  test('installs no development tools', () => {
    assert.match(textsOf('RUN').join(), /^npm ci --omit=dev --ignore-scripts /)
  })

  test('sets settings that the server accepts, and exposes its ports', async () => {
    const environment = ofKind('ENV').flatMap(({ words }) => words.map((word) => word.split('=')))
    const variables = Object.fromEntries(environment.filter(([name]) => name!.startsWith('VITRINE_')))
    const { port, metricsPort } = await acceptedSettings(variables)
    assert.deepEqual(textsOf('EXPOSE'), [`${port} ${metricsPort}`])
  })

  test('starts without a shell, as a user without rights', () => {
    for (const keyword of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) {
      const [text] = textsOf(keyword)
      assert.ok(Array.isArray(JSON.parse(text!.slice(text!.indexOf('[')))), keyword)
    }
    assert.deepEqual(textsOf('USER'), ['65532:65532'])
  })
})

describe('the image, on a root that is read-only, as a user without rights', { skip: whyNoImage() }, () => {
  test('imports, serves, is healthy, and stops', { timeout: 240_000 }, async (t: TestContext) => {
    await using image = await buildImage(ROOT)
    if (image === undefined) return t.skip('npm cannot reach its registry, so the image was not built')
    image.write('catalog.ndjson', JSON.stringify(SHIRT))
    const imported = await image.run('import', '/data/catalog.ndjson', '--store', 'a', '--create').waitForExit()
    assert.equal(imported.code, 0, imported.stderr)
    const server = image.run('serve', '--port', '0', '--metrics-port', '0')
    const [, port] = await server.waitFor(/serving at http:\/\/[^:]+:(\d+)/)
    for (const path of ['/store/products', '/docs', '/readyz']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-store-id': 'a' } })
      assert.equal(response.status, 200, path)
    }
    assert.equal((await image.checkHealth(port!).waitForExit()).code, 0)
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 0)
    assert.equal((await image.checkHealth(port!).waitForExit()).code, 1)
  })
})

function ofKind(keyword: string) {
  return instructions.filter((instruction) => instruction.keyword === keyword)
}

function textsOf(keyword: string): string[] {
  return ofKind(keyword).map(({ text }) => text)
}
