import { Type } from 'typebox'
import { Id, Seconds } from './common.ts'

/** The figures of one machine or one unit over a period (domain rules, section 5). */
export const Figures = Type.Object({
  id: Id,
  running_s: Seconds,
  down_s: Seconds,
  offline_s: Seconds,
  powered_off_s: Seconds,
  scheduled_s: Seconds,
  /** Effective run. */
  run_secs: Seconds,
  /** 0 to 100, unrounded; null when nothing was scheduled. */
  util_pct: Type.Union([Type.Number(), Type.Null()]),
  cycles: Type.Integer(),
  /** For admins; left out for everyone else. */
  parts: Type.Optional(Type.Number()),
})
