// Installed apart: it needs the conformance suite of MCP.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type DemoUnderTest, skip, startDemo, UNTESTED_CHECKS } from './official-tools.ts'

/** The scenarios of each revision that fit a catalog. They must pass, but for the checks in untested-checks.yml. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'input-required-result-unsupported-methods',
  ],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2025-06-18': ['server-initialize', 'ping', 'tools-list'],
}

/** The other scenarios, and why they do not fit. */
const OTHERS: readonly (readonly [scenario: RegExp, reason: string])[] = [
  [/^tools-call-|^json-schema-2020-12$/, 'they call tools of a test server'],
  [/^elicitation-|^input-required-result-/, 'no tool asks for more input'],
  [/^http-custom-header-/, 'no argument of a tool is repeated in a header'],
  [/^server-session-lifecycle$|^server-sse-/, 'there are no sessions and no streams'],
  [/^prompts-/, 'there are no prompts'],
  [/^resources-|^sep-2164-resource-not-found$/, 'there are no resources'],
  [/^logging-set-level$/, 'the server sends no log'],
  [/^completion-complete$/, 'arguments have no completion'],
  [/^tasks-|^sep-2640-/, 'extensions that the server does not offer'],
]

describe('the conformance suite of MCP', { skip }, () => {
  let demo: DemoUnderTest
  before(async () => {
    demo = await startDemo()
  })
  after(() => demo[Symbol.dispose]())

  for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios) {
      test(`passes ${scenario} of revision ${revision}`, async () => {
        const chosen = ['--scenario', scenario, '--spec-version', revision]
        const address = ['--url', demo.mcp, '--expected-failures', UNTESTED_CHECKS]
        const { code, output } = await demo.run('conformance', 'server', ...chosen, ...address)
        assert.equal(code, 0, output)
        assert.match(output, /^Passed: [1-9]\d*\//m)
        assert.match(output, / 0 warnings$/m)
      })
    }

    test(`has no scenario of revision ${revision} that nobody has judged`, async () => {
      const { stdout } = await demo.run('conformance', 'list', '--server', '--spec-version', revision)
      const listed = [...stdout.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name!)
      const unknown = listed.filter(
        (name) => !scenarios.includes(name) && !OTHERS.some(([pattern]) => pattern.test(name)),
      )
      assert.deepEqual(unknown, [])
      assert.deepEqual(
        scenarios.filter((name) => !listed.includes(name)),
        [],
      )
    })
  }
})
