import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Running } from '../cli/vitrine.ts'
import { temporaryFolder } from '../temporary.ts'
import { findProgram } from './find-program.ts'

/** The user of the image. */
const USER = 65_532

const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/

/** An image of our Dockerfile, unpacked in a folder. */
export interface Image extends AsyncDisposable {
  /** Writes a file to /data. */
  write(name: string, text: string): void
  /** Runs `vitrine` with these arguments. */
  run(...args: string[]): Running
  /** Runs the health check of the image, for a server on this port. */
  checkHealth(port: string): Running
}

/** Why this machine cannot build and run the image, or false if it can. */
export function whyNoImage(): string | false {
  if (process.platform !== 'linux' || process.getuid!() !== 0) return 'building an image needs root on Linux'
  const missing = ['buildah', 'ldd', 'chroot', 'unshare', 'npm'].filter((name) => findProgram(name) === undefined)
  return (
    missing.length > 0 && `there is no ${missing.join(', no ')} on the path: \`apt-get install buildah\` gets buildah`
  )
}

/**
 * Builds the Dockerfile with buildah. There may be no registry of images, so its two base images are made here, of the
 * Node that runs the test, its libraries, a shell and npm. Returns undefined if npm reaches no registry.
 */
export async function buildImage(root: string): Promise<Image | undefined> {
  const folder = temporaryFolder()
  const buildah = buildahIn(folder.path)
  await makeBaseImage(buildah, 'run', () => {})
  await makeBaseImage(buildah, 'build', addBuildTools)
  const bases = ['--build-arg', 'BUILD_IMAGE=localhost/build', '--build-arg', 'RUN_IMAGE=localhost/run']
  const build = ['build', '--isolation', 'chroot', '--format', 'docker', ...bases, '--tag', 'vitrine', root]
  const failure = await buildah(...build).then(
    () => undefined,
    (error) => error,
  )
  if (failure && !NO_NETWORK.test(failure.message)) throw failure
  if (failure) return undefined
  const image = JSON.parse(await buildah('inspect', '--type', 'image', 'vitrine')).Docker.config as ImageConfig
  const tree = await buildah('mount', await buildah('from', 'vitrine'))
  // A volume takes the owner of the folder in the image.
  const data = join(folder.path, 'data')
  cpSync(join(tree, 'data'), data, { recursive: true })
  chownSync(data, USER, USER)
  const container = { tree, data, environment: image.Env, user: image.User }
  return {
    write: (name, text) => writeFileSync(join(data, name), text),
    run: (...args) => start(container, [...image.Entrypoint, ...args]),
    checkHealth: (port) => {
      const environment = [...image.Env, `VITRINE_PORT=${port}`]
      return start({ ...container, environment }, image.Healthcheck.Test.slice(1))
    },
    async [Symbol.asyncDispose]() {
      await buildah('rm', '--all')
      await buildah('rmi', '--all', '--force')
      folder[Symbol.dispose]()
    },
  }
}

interface ImageConfig {
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly User: string
  readonly Healthcheck: { readonly Test: readonly string[] }
}

interface Container {
  readonly tree: string
  readonly data: string
  readonly environment: readonly string[]
  readonly user: string
}

type Buildah = (...args: string[]) => Promise<string>

/** Runs buildah with images and containers in this folder only. */
function buildahIn(folder: string): Buildah {
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  return async (...args) =>
    (await promisify(execFile)('buildah', [...storage, ...args], { maxBuffer: 1e8 })).stdout.trim()
}

async function makeBaseImage(buildah: Buildah, name: string, addTools: (tree: string) => void): Promise<void> {
  const container = await buildah('from', 'scratch')
  const tree = await buildah('mount', container)
  addProgram(tree, process.execPath, '/nodejs/bin/node')
  mkdirSync(join(tree, 'tmp'))
  chmodSync(join(tree, 'tmp'), 0o1777)
  addTools(tree)
  await buildah('config', '--env', 'PATH=/nodejs/bin:/bin', ...certificates(tree), container)
  await buildah('commit', container, `localhost/${name}`)
}

/** The shell, the programs that the Dockerfile runs, and npm. */
function addBuildTools(tree: string): void {
  for (const program of ['sh', 'mkdir', 'find']) addProgram(tree, findProgram(program)!, `/bin/${program}`)
  const npm = dirname(dirname(realpathSync(findProgram('npm')!)))
  cpSync(npm, join(tree, 'npm'), { recursive: true, dereference: true })
  writeFileSync(join(tree, 'bin/npm'), '#!/bin/sh\nexec /nodejs/bin/node /npm/bin/npm-cli.js "$@"\n', { mode: 0o755 })
}

/** Certificates that this machine trusts besides those of Node. */
function certificates(tree: string): string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (file === undefined) return []
  copyFileSync(file, join(tree, basename(file)))
  return ['--env', `NODE_EXTRA_CA_CERTS=/${basename(file)}`]
}

/** Copies a program with the libraries that it loads. */
function addProgram(tree: string, path: string, target: string): void {
  const libraries = [...execFileSync('ldd', [path], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].map(
    ([, file]) => file!,
  )
  for (const [from, to] of [[path, target], ...libraries.map((file) => [file, file])]) {
    mkdirSync(dirname(join(tree, to!)), { recursive: true })
    copyFileSync(from!, join(tree, to!))
  }
}

/** Starts a command in the tree: its root is read-only, except /data and /tmp. */
function start({ tree, data, environment, user }: Container, command: readonly string[]): Running {
  const script = `
    mount --bind "$1" "$1" && mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp" &&
    mount -o remount,bind,ro "$1" && tree="$1" && user="$3" && shift 3 &&
    exec chroot --userspec="$user" "$tree" "$@"`
  const args = ['--mount', 'sh', '-c', script, 'sh', tree, data, user, ...command]
  const env = Object.fromEntries(environment.map((each) => each.split(/=(.*)/s).slice(0, 2)))
  return new Running(spawn('unshare', args, { env: { ...env, PATH: `${env.PATH}:${process.env.PATH}` } }))
}
