import { DAY_MS } from '@millwatch/domain/time'
import { dateOf } from './instants.ts'

/** Size of the first part, in bytes; later parts grow up to `PART_BYTES`. */
const FIRST_BYTES = 1 << 14
const PART_BYTES = 1 << 20
/**
 * Free bytes that must be left before a number is written. Words of four bytes are written, so the last one may reach three bytes
 * further.
 */
const LONGEST_NUMBER = 32
const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT
/**
 * Limit below which digits are looked up in a table, which is several times as fast; numbers from here on are written by
 * `String`.
 */
const MOST_DIGITS = 1e15
const ten = { four: 10_000, eight: 100_000_000, twelve: 1e12 }

/** Text that is written often, stored as words of four bytes; the last word ends with zero bytes. */
export interface Constant {
  readonly words: Uint32Array
  /** Length of the text in UTF-8, bytes. */
  readonly length: number
}

/** Converts a text, which is written as it is, without quotes, into words, the form in which `JsonBytes` writes it fastest. */
export function constantOf(text: string): Constant {
  const bytes = Buffer.from(text)
  const view = new DataView(new ArrayBuffer(Math.ceil(bytes.length / WORD_BYTES) * WORD_BYTES))
  bytes.forEach((byte, i) => {
    view.setUint8(i, byte)
  })
  const words = new Uint32Array(view.byteLength / WORD_BYTES)
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(i * WORD_BYTES, true)
  return { words, length: bytes.length }
}

/** Returns texts of up to four bytes as one word each. */
const wordsOf = (texts: readonly string[]): Uint32Array =>
  Uint32Array.from(texts, (text) => constantOf(text).words[0] ?? 0)

const numbers = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, value) => String(value).padStart(length, '0'))
/** Four digits with leading zeros. */
const fourDigits = wordsOf(numbers(10_000, 4))
/** Texts of 0 to 999 ms as a fraction of a second, with the point and without zeros at the end; an empty text for 0. */
const fractionTexts = numbers(1000, 3).map((digits) => `.${digits}`.replace(/\.?0+$/, ''))
const fractions = wordsOf(fractionTexts)
const fractionLengths = Uint8Array.from(fractionTexts, (text) => text.length)

/** Parts of a time of day. */
const hours = wordsOf(numbers(24, 2).map((digits) => `T${digits}:`))
const minutes = wordsOf(numbers(60, 2).map((digits) => `${digits}:`))
const seconds = wordsOf(numbers(60, 2))
const milliseconds = wordsOf(numbers(1000, 3).map((digits) => `.${digits}`))
const zulu = constantOf('Z"')
const MOST_DATES = 1000
/** Dates by day since 1970, with a quote before. */
const dates = new Map<number, Constant>()

function dateConstant(day: number): Constant {
  const stored = dates.get(day)
  if (stored !== undefined) return stored
  if (dates.size >= MOST_DATES) dates.clear()
  const date = constantOf(`"${dateOf(day)}`)
  dates.set(day, date)
  return date
}

/**
 * Writer of text in UTF-8, which fills large buffers piece by piece, four bytes at a time. A report of a million rows written as
 * strings would be copied twice more, and its numbers would take most of the time.
 */
export class JsonBytes {
  readonly #full: Buffer[] = []
  #part = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #view = viewOf(this.#part)
  #at = 0

  /** Writes a whole number in decimal digits; a negative one, or one from 10^15, as `String` writes it. */
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
    const whole = Math.floor(ms / 1000)
    const rest = (ms - whole * 1000) | 0
    if (!(ms >= 0 && ms < MOST_DIGITS && whole * 1000 + rest === ms)) {
      this.text(JSON.stringify(ms / 1000))
      return
    }
    this.#reserve(LONGEST_NUMBER)
    this.#digits(whole)
    this.#word(fractions[rest] as number, fractionLengths[rest] as number)
  }

  /** Writes an instant (epoch ms, whole) as `toIso` does, in quotes. */
  instant(at: number): void {
    const day = Math.floor(at / DAY_MS)
    const ms = at - day * DAY_MS
    this.constant(dateConstant(day))
    this.#reserve(LONGEST_NUMBER)
    const s = (ms / 1000) | 0
    const m = (s / 60) | 0
    const h = (m / 60) | 0
    this.#word(hours[h] as number, 4)
    this.#word(minutes[m - h * 60] as number, 3)
    this.#word(seconds[s - m * 60] as number, 2)
    this.#word(milliseconds[ms - s * 1000] as number, 4)
    this.constant(zulu)
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

  /** Writes a text converted by `constantOf`, faster than `text`. */
  constant({ words, length }: Constant): void {
    this.#reserve(length + WORD_BYTES)
    const view = this.#view
    let at = this.#at
    for (let i = 0; i < words.length; i++, at += WORD_BYTES) view.setUint32(at, words[i] as number, true)
    this.#at += length
  }

  /** Returns the buffers written since the last `take`, in order, and continues with empty ones. */
  take(): Buffer[] {
    this.#close()
    return this.#full.splice(0)
  }

  #close(): void {
    if (this.#at > 0) this.#full.push(this.#part.subarray(0, this.#at))
    this.#open(this.#part.subarray(this.#at))
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#part.length) return
    if (this.#at > 0) this.#full.push(this.#part.subarray(0, this.#at))
    this.#open(Buffer.allocUnsafeSlow(Math.max(Math.min(PART_BYTES, 4 * this.#part.length), FIRST_BYTES, bytes)))
  }

  #open(part: Buffer<ArrayBuffer>): void {
    this.#part = part
    this.#view = viewOf(part)
    this.#at = 0
  }

  /** Writes the digits of a whole number below `MOST_DIGITS`, four at a time: they fit 32 bits. */
  #digits(value: number): void {
    if (value < ten.four) {
      this.#first(value | 0)
    } else if (value < ten.eight) {
      const high = ((value | 0) / ten.four) | 0
      this.#first(high)
      this.#four((value | 0) - high * ten.four)
    } else if (value < ten.twelve) {
      const high = Math.floor(value / ten.eight)
      this.#first(high)
      this.#eight((value - high * ten.eight) | 0)
    } else {
      const high = Math.floor(value / ten.eight)
      this.#digits(high)
      this.#eight((value - high * ten.eight) | 0)
    }
  }

  #eight(value: number): void {
    const high = (value / ten.four) | 0
    this.#four(high)
    this.#four(value - high * ten.four)
  }

  /** Writes four digits with leading zeros. */
  #four(value: number): void {
    this.#word(fourDigits[value] as number, WORD_BYTES)
  }

  /** Writes up to four digits without leading zeros. */
  #first(value: number): void {
    const length = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4
    this.#word((fourDigits[value] as number) >>> (8 * (WORD_BYTES - length)), length)
  }

  #word(word: number, length: number): void {
    this.#view.setUint32(this.#at, word, true)
    this.#at += length
  }
}

const viewOf = (part: Buffer<ArrayBuffer>): DataView => new DataView(part.buffer, part.byteOffset, part.length)
