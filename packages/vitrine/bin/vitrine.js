#!/usr/bin/env node
// biome-ignore-all lint/style/useNodejsImportProtocol: old versions of Node do not know the prefix
// Old versions of Node, from 12 on, must be able to run this file: it finds a newer Node or asks for one.
import { spawn } from 'child_process'
import { existsSync, realpathSync } from 'fs'
import { fileURLToPath } from 'url'

const MIN_NODE = 24
const SQLITE_WARNING = 'SQLite is an experimental feature'

/** The environment variable with the descriptor of a socket whose other end the launcher has. */
const LAUNCHER_VARIABLE = 'VITRINE_LAUNCHER_FD'

/** The Node that `npm ci` installs in a checkout. */
const localNode = pathOf(`../../../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)

if (Number(process.versions.node.split('.')[0]) >= MIN_NODE) run()
else if (existsSync(localNode) && realpathSync(localNode) !== realpathSync(process.execPath)) runWith(localNode)
else refuse()

/** Runs the source in a checkout and the compiled files in a package: Node strips no types below node_modules. */
function run() {
  endWithLauncher()
  hideSqliteWarning()
  const source = '../cli/main.ts'
  if (!existsSync(pathOf(source))) runMain('../cli/main.js', '../demo/', '../storefront/server.js')
  else
    enableCompileCache()
      .then(() => runMain(source, '../../../demo/', '../../../examples/storefront/server.ts'))
      .catch(fail)
}

/** The demo shows the example shop, which no part of Vitrine imports. */
function runMain(main, demo, storefront) {
  const folder = new URL(demo, import.meta.url)
  return import(main).then(({ main }) => main({ folder, loadStorefront: () => import(storefront) })).catch(fail)
}

/**
 * Kills this process when its launcher has ended, however that ended. In a thread of its own, because the event loop may be
 * busy. Processes below this one must not see the variable: the descriptor is another one there.
 */
function endWithLauncher() {
  const descriptor = process.env[LAUNCHER_VARIABLE]
  if (descriptor === undefined) return
  delete process.env[LAUNCHER_VARIABLE]
  import('worker_threads')
    .then(({ Worker }) => new Worker(KILL_AT_CLOSE, { eval: true, workerData: Number(descriptor) }).unref())
    .catch(fail)
}

const KILL_AT_CLOSE = `
  const socket = new (require('net').Socket)({ fd: require('worker_threads').workerData })
  socket.on('error', () => {}).on('close', () => process.kill(process.pid, 'SIGKILL')).resume()`

/** Halves the time to start. */
function enableCompileCache() {
  const folder = pathOf('../../../node_modules/.cache/vitrine')
  return import('module').then(({ enableCompileCache }) => enableCompileCache(folder))
}

/** Users need not know that `node:sqlite` is experimental. */
function hideSqliteWarning() {
  const { emitWarning } = process
  process.emitWarning = (warning, ...args) => {
    if (!String(warning).startsWith(SQLITE_WARNING)) emitWarning.call(process, warning, ...args)
  }
}

/** Runs this file with another Node. The system closes the socket when this process ends, also if it is killed. */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [LAUNCHER_VARIABLE]: '3' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
  child.on('error', fail)
  child.on('exit', (code, signal) => {
    if (code !== null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function refuse() {
  const problem = `Vitrine needs Node.js ${MIN_NODE} or newer; this is ${process.versions.node}`
  const advice = 'install a newer one from nodejs.org; in a checkout, run `npm ci` and then `npx vitrine`'
  fail({ message: `${problem}: ${advice}` })
}

function fail(error) {
  console.error(`vitrine: ${(process.env.DEBUG && error.stack) || error.message}`)
  process.exit(1)
}

function pathOf(relative) {
  return fileURLToPath(new URL(relative, import.meta.url))
}
