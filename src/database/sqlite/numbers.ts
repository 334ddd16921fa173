/**
 * 32-bit numbers, one after the other, however many there will be. Their memory grows in its place, and goes at once when
 * they are disposed of: the collector, which sees a small object, would let some hundred MB of them pile up.
 */
export class Numbers implements Disposable {
  #numbers = new Uint32Array(new ArrayBuffer(4096))
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

  /** Good until another number is added, or they are disposed of. */
  all(): Uint32Array {
    return this.#numbers.subarray(0, this.#length)
  }

  [Symbol.dispose](): void {
    this.#numbers.buffer.transfer(0)
  }
}
