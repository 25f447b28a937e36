import { Type } from 'typebox'
import { Id, Instant, NumberOrNull, Seconds } from './common.ts'

/** How many machines, and for how much time altogether, each counted from its first evidence on. */
export const MachineTime = Type.Object({ machines: Type.Integer(), seconds: Seconds })

/**
 * What a percentage is made of besides its two sums, and what was left out: `run_secs` is `running_inside_s` and what else
 * counted. With a shift chosen only time inside that shift is spoken of.
 */
export const Explained = Type.Object({
  /** Running inside scheduled time; always counts. */
  running_inside_s: Seconds,
  /** Running outside all shifts, where that counts (`util_capped_by_schedule` off), and where it was left out. */
  running_outside_counted_s: Seconds,
  running_outside_left_out_s: Seconds,
  /** Scheduled down time of stops that are not excessive, where that counts (`util_incl_lt_xsf_dt`), and where it was left out. */
  short_downtime_counted_s: Seconds,
  short_downtime_left_out_s: Seconds,
  /** Scheduled down time of excessive stops; never counts. */
  excessive_downtime_s: Seconds,
  /** Left out as archived, as excluded from utilization, and because the machine stood elsewhere. */
  archived: MachineTime,
  excluded: MachineTime,
  elsewhere: MachineTime,
})

/** For admins; left out for everyone else. Money is in the company's own currency. */
export const forAdmins = {
  revenue: Type.Optional(Type.Number()),
  potential_revenue: Type.Optional(Type.Number()),
  /** Potential less actual, never below 0; `missed_parts` likewise. */
  missed_revenue: Type.Optional(Type.Number()),
  parts: Type.Optional(Type.Number()),
  potential_parts: Type.Optional(Type.Number()),
  missed_parts: Type.Optional(Type.Number()),
}

/** One value for each bucket. */
const columns = Type.Array

export const forAdminsColumns = {
  revenue: Type.Optional(columns(Type.Number())),
  potential_revenue: Type.Optional(columns(Type.Number())),
  missed_revenue: Type.Optional(columns(Type.Number())),
  parts: Type.Optional(columns(Type.Number())),
  potential_parts: Type.Optional(columns(Type.Number())),
  missed_parts: Type.Optional(columns(Type.Number())),
}

/** Buckets side by side: what lies at one place of every list belongs together. */
export const BucketTimes = Type.Object({
  /** Seconds of a bucket; 86400 and 604800 mean local days and weeks. */
  interval: Type.Integer(),
  tz: Type.String(),
  /** Beginnings and ends, epoch s, clipped to the period. */
  time: columns(Type.Number()),
  ended_at: columns(Type.Number()),
  /** With a shift chosen, of days and weeks: the first day, as 20260308, whose shift counts here; else null. */
  shift_date: columns(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
})

export const BucketFigures = Type.Object({
  util_pct: columns(NumberOrNull),
  run_secs: columns(Type.Number()),
  scheduled_secs: columns(Type.Number()),
  running_s: columns(Type.Number()),
  down_s: columns(Type.Number()),
  offline_s: columns(Type.Number()),
  powered_off_s: columns(Type.Number()),
  cycles: columns(Type.Integer()),
  cycle_time_avg: columns(NumberOrNull),
  temp_avg: columns(NumberOrNull),
  analog_avg: columns(NumberOrNull),
  ...forAdminsColumns,
})

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
  util_pct: NumberOrNull,
  cycles: Type.Integer(),
  /** Averages: of cycles by their count, in s; of every reading that has the value; analog transformed. */
  cycle_time_avg: NumberOrNull,
  temp_avg: NumberOrNull,
  analog_avg: NumberOrNull,
  ...forAdmins,
  explained: Explained,
  as_of: Instant,
})

/** One bucket of a unit or machine, as a chart of groups takes it. */
export const UtilGroup = Type.Object({
  time: Instant,
  ended_at: Instant,
  /** As in `BucketTimes`. */
  shift_date: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  util_pct: NumberOrNull,
  run_secs: Seconds,
  scheduled_secs: Seconds,
  ...forAdmins,
})
