/** Error of a message that was not delivered. */
export class Undelivered extends Error {
  /** True if another attempt is useless. */
  readonly isFinal: boolean
  /** Time that the receiver demands before the next attempt, ms; null: it demands none. */
  readonly waitMs: number | null
  /** Part of the message that the receiver refuses, if the error is final: the content if this is known, else the recipient. */
  readonly part: 'recipient' | 'content'

  constructor(
    message: string,
    isFinal: boolean,
    waitMs: number | null = null,
    part: Undelivered['part'] = 'recipient',
  ) {
    super(message)
    this.name = 'Undelivered'
    this.isFinal = isFinal
    this.waitMs = waitMs
    this.part = part
  }
}
