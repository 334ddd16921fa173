import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { WorkingDirectory } from '../cli/vitrine.ts'

const FOLDER = resolve(import.meta.dirname, 'official-tools')

const PROGRAMS = {
  conformance: 'conformance/dist/index.js',
  inspector: 'inspector/clients/launcher/build/index.js',
}

/** Why tests with the official tools of MCP are skipped, or false. */
export const skip =
  !existsSync(join(FOLDER, 'node_modules')) &&
  'the official tools are not installed: `npm ci --prefix test/agents/official-tools` installs them'

/** Checks of the conformance suite that do not fit a catalog. */
export const UNTESTED_CHECKS = join(FOLDER, 'untested-checks.yml')

interface ToolResult {
  readonly code: number
  /** Both outputs. */
  readonly output: string
  readonly stdout: string
}

/** A running demo, and the tools to try it with. */
export interface DemoUnderTest extends Disposable {
  /** The address of MCP. */
  readonly mcp: string
  /** Runs a tool to its end. It has a home of its own, since the inspector writes settings there. */
  run(program: keyof typeof PROGRAMS, ...args: readonly string[]): Promise<ToolResult>
}

/** Starts `vitrine demo` on a free port. Disposing ends it. */
export async function startDemo(): Promise<DemoUnderTest> {
  const place = new WorkingDirectory()
  const demo = place.start(['demo', '--port', '0', '--metrics-port', '0', '--log-level', 'warn'])
  const [, mcp] = await demo.waitFor(/Assistants +(http:\S+\/mcp)\n/)
  const options = { cwd: place.path('.'), env: { ...process.env, HOME: place.path('.'), NO_COLOR: '1' } }
  return {
    mcp: mcp!,
    run: (program, ...args) => {
      const file = join(FOLDER, 'node_modules/@modelcontextprotocol', PROGRAMS[program])
      return new Promise((done) => {
        execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
          done({ code: error ? Number(error.code ?? -1) : 0, stdout, output: `${stdout}\n${stderr}` })
        })
      })
    },
    [Symbol.dispose]: () => place[Symbol.dispose](),
  }
}
