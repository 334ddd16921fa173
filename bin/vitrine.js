#!/usr/bin/env node
// biome-ignore-all lint/style/useNodejsImportProtocol: a Node this old is told so, and does not know the prefix
// What any Node from 12 on can read: it finds a Node that is new enough, or says which one is needed.
import { spawn } from 'child_process'
import { existsSync, realpathSync } from 'fs'
import { fileURLToPath } from 'url'

const NEEDED = 24
const SQLITE_WARNING = 'SQLite is an experimental feature'

/** The Node that a checkout brings along. */
const pinned = pathOf('../node_modules/node/bin/node')

if (Number(process.versions.node.split('.')[0]) >= NEEDED) run()
else if (existsSync(pinned) && realpathSync(pinned) !== realpathSync(process.execPath)) runOn(pinned)
else refuse()

/** A checkout runs its source. A package has it compiled, since Node strips no types from files under node_modules. */
function run() {
  hideWarning()
  const source = '../src/cli/main.ts'
  if (!existsSync(pathOf(source))) import('../dist/cli/main.js').catch(fail)
  else
    keepCompiled()
      .then(() => import(source))
      .catch(fail)
}

/** Node keeps what it made of the source where it can: the program then starts in half the time. */
function keepCompiled() {
  return import('module').then(({ enableCompileCache }) => enableCompileCache(pathOf('../node_modules/.cache/vitrine')))
}

/** That `node:sqlite` is experimental is for us to know, not for who uses the program. */
function hideWarning() {
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith(SQLITE_WARNING)) emitWarning.call(process, warning, ...rest)
  }
}

function runOn(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', fail)
  child.on('exit', (code, signal) => {
    if (code !== null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function refuse() {
  const needed = `Vitrine needs Node.js ${NEEDED} or newer, and this is ${process.versions.node}`
  const how = 'install a newer one from nodejs.org; in a checkout, `npm ci` brings it and `npx vitrine` runs on it'
  fail({ message: `${needed}: ${how}` })
}

function fail(error) {
  console.error(`vitrine: ${(process.env.DEBUG && error.stack) || error.message}`)
  process.exit(1)
}

function pathOf(relative) {
  return fileURLToPath(new URL(relative, import.meta.url))
}
