import assert from 'node:assert/strict'
import { WorkingDirectory } from '../cli/vitrine.ts'

/**
 * Asserts that `vitrine serve` accepts these environment variables, and that each is a setting of its own. Returns the
 * values of all settings.
 */
export async function acceptedSettings(variables: Record<string, string>): Promise<Record<string, unknown>> {
  using workplace = new WorkingDirectory()
  const { code, stdout, stderr } = await workplace.run(['serve', '--print-config', '--json'], variables)
  assert.equal(code, 0, stderr)
  const settings = Object.entries(JSON.parse(stdout) as Record<string, { value: unknown; source: string }>)
  const fromEnvironment = settings
    .filter(([, { source }]) => source === 'environment')
    .map(([name]) => variableOf(name))
  assert.deepEqual(fromEnvironment.sort(), Object.keys(variables).sort())
  return Object.fromEntries(settings.map(([name, { value }]) => [name, value]))
}

function variableOf(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return name === 'database' ? 'DATABASE_URL' : `VITRINE_${snake}`
}
