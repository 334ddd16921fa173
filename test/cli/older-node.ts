/**
 * The environment in which a process takes itself for an older Node, in another file. So `packages/vitrine/bin/vitrine.js` starts the Node of
 * the checkout, as on a machine with an older one. That process first runs `preload`.
 */
export function olderNode(preload = ''): { readonly NODE_OPTIONS: string } {
  const launcher = `
    process.env.NODE_OPTIONS = '${importOf(preload)}'
    Object.defineProperty(process.versions, 'node', { value: '20.0.0' })
    process.execPath = '/bin/sh'`
  return { NODE_OPTIONS: importOf(launcher) }
}

function importOf(program: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(program).replaceAll("'", '%27')}`
}
