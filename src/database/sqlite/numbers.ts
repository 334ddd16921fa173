/** 32-bit numbers, one after the other, however many there will be. */
export class Numbers {
  #numbers = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Uint32Array(this.#length * 2)
      longer.set(this.#numbers)
      this.#numbers = longer
    }
    this.#numbers[this.#length++] = number
  }

  all(): Uint32Array {
    return this.#numbers.subarray(0, this.#length)
  }
}
