/** Size of a part, bytes. */
const PART_BYTES = 1 << 20
/** Free bytes that `integer` and `seconds` need. */
const LONGEST_NUMBER = 32
/** Larger numbers are written by `String`; up to here their digits are computed, which is several times as fast. */
const MOST_DIGITS = 1e15
const HALF = 10_000_000
const zero = 48
const point = 46

/**
 * Text in UTF-8 that is written piece by piece into large buffers. A report of a million rows written as strings would be
 * copied twice more, and its numbers would take most of the time.
 */
export class JsonBytes {
  readonly #full: Buffer[] = []
  #part = Buffer.allocUnsafeSlow(PART_BYTES)
  #at = 0

  /** Writes a whole number. */
  integer(value: number): void {
    if (!(value >= 0 && value < MOST_DIGITS)) {
      this.text(String(value))
      return
    }
    this.#reserve(LONGEST_NUMBER)
    this.#digits(value)
  }

  /** Writes milliseconds as seconds, as `JSON.stringify(ms / 1000)` does. */
  seconds(ms: number): void {
    if (!(ms >= 0 && ms < MOST_DIGITS && Number.isInteger(ms))) {
      this.text(JSON.stringify(ms / 1000))
      return
    }
    this.#reserve(LONGEST_NUMBER)
    const whole = Math.floor(ms / 1000)
    this.#digits(whole)
    const rest = (ms - whole * 1000) | 0
    if (rest === 0) return
    const part = this.#part
    const tens = (rest / 10) | 0
    const hundreds = (tens / 10) | 0
    part[this.#at++] = point
    part[this.#at++] = zero + hundreds
    if (rest === hundreds * 100) return
    part[this.#at++] = zero + tens - hundreds * 10
    if (rest !== tens * 10) part[this.#at++] = zero + rest - tens * 10
  }

  /** Writes a text as it is, without quotes. */
  text(text: string): void {
    // Three bytes at most for each unit of a string.
    const most = 3 * text.length
    if (most > PART_BYTES) {
      this.#close()
      this.#full.push(Buffer.from(text))
      return
    }
    this.#reserve(most)
    this.#at += this.#part.write(text, this.#at)
  }

  /** Writes bytes; short constants are faster as bytes than as a text. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    const part = this.#part
    let at = this.#at
    for (let i = 0; i < bytes.length; i++) part[at++] = bytes[i] as number
    this.#at = at
  }

  /** Returns everything written so far, in order, and starts empty again. */
  take(): Buffer[] {
    this.#close()
    return this.#full.splice(0)
  }

  #close(): void {
    if (this.#at > 0) this.#full.push(this.#part.subarray(0, this.#at))
    this.#part = this.#part.subarray(this.#at)
    this.#at = 0
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#part.length) return
    if (this.#at > 0) this.#full.push(this.#part.subarray(0, this.#at))
    this.#part = Buffer.allocUnsafeSlow(Math.max(PART_BYTES, bytes))
    this.#at = 0
  }

  /** Writes the digits of a whole number below `MOST_DIGITS`, in two halves that fit 32 bits. */
  #digits(value: number): void {
    if (value < HALF) {
      this.#small(value | 0)
      return
    }
    const high = Math.floor(value / HALF)
    const low = (value - high * HALF) | 0
    if (high < 2 ** 31) this.#small(high | 0)
    else this.#digits(high)
    this.#padded(low)
  }

  #small(value: number): void {
    const part = this.#part
    let length = 1
    for (let more = (value / 10) | 0; more > 0; more = (more / 10) | 0) length++
    let left = value
    for (let at = this.#at + length - 1; at >= this.#at; at--) {
      const next = (left / 10) | 0
      part[at] = zero + left - next * 10
      left = next
    }
    this.#at += length
  }

  /** Writes seven digits with leading zeros. */
  #padded(value: number): void {
    const part = this.#part
    let left = value
    for (let at = this.#at + 6; at >= this.#at; at--) {
      const next = (left / 10) | 0
      part[at] = zero + left - next * 10
      left = next
    }
    this.#at += 7
  }
}
