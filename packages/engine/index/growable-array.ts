/**
 * A growable array of 32-bit numbers. It grows in place, and disposing of it frees its memory at once: the garbage
 * collector sees only a small object and would let hundreds of MB pile up.
 */
export class GrowableArray implements Disposable {
  #numbers = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      this.#numbers = new Uint32Array(this.#numbers.buffer.transfer(this.#numbers.byteLength * 2))
    }
    this.#numbers[this.#length++] = number
  }

  /** The numbers, without a copy. Valid until the next `push` or dispose. */
  view(): Uint32Array {
    return this.#numbers.subarray(0, this.#length)
  }

  [Symbol.dispose](): void {
    this.#numbers.buffer.transfer(0)
  }
}
