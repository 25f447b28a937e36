/** Thrown when a message was not delivered. */
export class Undelivered extends Error {
  /** True: another attempt is useless. */
  readonly isFinal: boolean
  /** Time that the receiver demands before the next attempt, ms; null: it demands none. */
  readonly waitMs: number | null

  constructor(message: string, isFinal: boolean, waitMs: number | null = null) {
    super(message)
    this.name = 'Undelivered'
    this.isFinal = isFinal
    this.waitMs = waitMs
  }
}
