/** Thrown when a message was not delivered. */
export class Undelivered extends Error {
  /** True: another attempt is useless. */
  readonly isFinal: boolean
  /** Time that the receiver demands before the next attempt, ms; null: it demands none. */
  readonly waitMs: number | null
  /** Part of the message that the receiver refuses, if it is final: the recipient, unless it is known to be the content. */
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
