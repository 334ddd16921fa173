/**
 * Lets the test runner follow tests, and no promises.
 *
 * Node's runner asks for an async hook that hears of every promise, until it is collected. It would charge an error outside
 * of all tests to the test that caused it. That takes a third of the processor time of the tests, which make many promises. With
 * this, such an error still lets the run fail, but names no test. `--require` loads this file, because `--import` comes after
 * the runner.
 */
import { type AsyncHook, createHook } from 'node:async_hooks'

const prototype: AsyncHook = Object.getPrototypeOf(createHook({}))
const { enable } = prototype

/** The type that Node gives to tests, suites and their hooks. */
const TEST = 'Test'

/** The first hook that is enabled is the runner's. */
prototype.enable = function (this: AsyncHook) {
  prototype.enable = enable
  const init = Object.getOwnPropertySymbols(this).find(({ description }) => description === 'init')
  const callback = init && Reflect.get(this, init)
  if (typeof callback !== 'function') return enable.call(this)
  return createHook({
    trackPromises: false,
    init: (id, type, trigger, resource) => type === TEST && callback(id, type, trigger, resource),
  }).enable()
}
