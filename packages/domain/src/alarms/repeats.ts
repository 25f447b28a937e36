const MINUTE_MS = 60_000

/** Repeat of a notice that is due: its number, from 1, or null when none is due; and the instant of the next one. */
export interface DueRepeat {
  readonly number: number | null
  readonly nextAt: number
}

/**
 * Returns the repeat that is due at `now` (epoch ms) for a trip that still stands and is not acknowledged (rulings R6, R21).
 * Repeat `n` is due `n` times the interval after the first notice. Of several that were missed only the last is due. `sent`
 * is the number of the last one that was sent; 0: none.
 */
export function dueRepeat(
  request: { readonly firstAt: number; readonly reassertMin: number; readonly sent: number },
  now: number,
): DueRepeat {
  const everyMs = request.reassertMin * MINUTE_MS
  const passed = Math.max(0, Math.floor((now - request.firstAt) / everyMs))
  const number = passed > request.sent ? passed : null
  return { number, nextAt: request.firstAt + (Math.max(passed, request.sent) + 1) * everyMs }
}
