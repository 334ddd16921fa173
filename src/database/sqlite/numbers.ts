type Words = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/**
 * Numbers, one after the other, however many there will be: of 32 bits, or as JavaScript has them. Their memory grows in its
 * place, and goes at once when they are disposed of: the collector, which sees a small object, would let some hundred MB of
 * them pile up.
 */
export class Numbers<Typed extends Words = Uint32Array<ArrayBuffer>> implements Disposable {
  readonly #over: (buffer: ArrayBuffer) => Typed
  #numbers: Typed
  #length = 0

  private constructor(over: (buffer: ArrayBuffer) => Typed) {
    this.#over = over
    this.#numbers = over(new ArrayBuffer(4096))
  }

  static of32Bits(): Numbers {
    return new Numbers((buffer) => new Uint32Array(buffer))
  }

  static ofAnySize(): Numbers<Float64Array<ArrayBuffer>> {
    return new Numbers((buffer) => new Float64Array(buffer))
  }

  get length(): number {
    return this.#length
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      this.#numbers = this.#over(this.#numbers.buffer.transfer(this.#numbers.byteLength * 2))
    }
    this.#numbers[this.#length++] = number
  }

  /** Good until another number is added, or they are disposed of. */
  all(): Typed {
    return this.#numbers.subarray(0, this.#length) as Typed
  }

  [Symbol.dispose](): void {
    this.#numbers.buffer.transfer(0)
  }
}
