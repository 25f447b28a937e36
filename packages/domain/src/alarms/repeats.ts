import { MINUTE_MS } from '../time/index.ts'

/**
 * Repeat of a notice: `due` with its number, from 1, and its instant (epoch ms), or null when no repeat is due; `nextAt` is the
 * instant of the next one.
 */
export interface DueRepeat {
  readonly due: { readonly number: number; readonly at: number } | null
  readonly nextAt: number
}

/**
 * Returns the repeat that is due at `now` (epoch ms) for a trip that still stands and is not acknowledged (rulings R6, R21), null
 * if none is, and the instant of the next repeat. A repeat is due an interval after the notice before it (`lastAt`), so that a
 * changed interval counts from there. If several were missed, only the last is due. `sent` is the number of the last repeat; 0:
 * none.
 */
export function dueRepeat(
  request: { readonly lastAt: number; readonly reassertMin: number; readonly sent: number },
  now: number,
): DueRepeat {
  const everyMs = request.reassertMin * MINUTE_MS
  const passed = Math.max(0, Math.floor((now - request.lastAt) / everyMs))
  const at = request.lastAt + passed * everyMs
  return { due: passed === 0 ? null : { number: request.sent + 1, at }, nextAt: at + everyMs }
}
