// Complete run only: it loads and runs two linters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { openApiDocument } from '@vitrine/server/openapi/document'

test('the OpenAPI document passes the recommended rules of Redocly, warnings and all', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(await openApiDocument())
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
})

test('the OpenAPI document passes the recommended rules of Spectral, warnings and all', async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[oas, 'recommended']] } as never)
  const problems = await spectral.run(JSON.stringify(await openApiDocument()))
  assert.deepEqual(
    problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`),
    [],
  )
})
