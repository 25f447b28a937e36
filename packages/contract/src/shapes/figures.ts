import { Type } from 'typebox'
import { Id, Instant, meaning, NumberOrNull, Seconds } from './common.ts'

/**
 * Schema of a number of machines and the sum of their times in seconds, each counted from its first event on. With a chosen shift
 * only time inside that shift is counted.
 */
export const MachineTime = Type.Object({ machines: Type.Integer(), seconds: Seconds })

/**
 * Schema of the times from which utilization is computed, and of the times left out. `run_secs` is the sum of `running_inside_s`,
 * `running_outside_counted_s` and `short_downtime_counted_s`. With a chosen shift all cover time inside that shift only.
 */
export const Explained = Type.Object({
  running_inside_s: meaning('Running inside scheduled time; always counts.', Seconds),
  running_outside_counted_s: meaning(
    'Running outside all shifts that counts: `util_capped_by_schedule` is off.',
    Seconds,
  ),
  running_outside_left_out_s: meaning('Running outside all shifts that was left out.', Seconds),
  short_downtime_counted_s: meaning(
    'Scheduled down time of stops that are not excessive, and that counts: `util_incl_lt_xsf_dt` is on.',
    Seconds,
  ),
  short_downtime_left_out_s: meaning(
    'Scheduled down time of stops that are not excessive, and that was left out.',
    Seconds,
  ),
  excessive_downtime_s: meaning('Scheduled down time of excessive stops; never counts.', Seconds),
  offline_scheduled_s: meaning('Scheduled time without data: the machine was offline.', Seconds),
  archived: meaning(
    'Left out of the sums as archived. Time while archived is inside no shift: with a shift chosen `seconds` is 0.',
    MachineTime,
  ),
  excluded: meaning('Left out of the sums as excluded from utilization.', MachineTime),
  elsewhere: meaning('Left out of the sums because the machine stood elsewhere then.', MachineTime),
})

/**
 * Fields for revenue (in the company's currency, which may be unset) and for numbers of parts. Only signed-in admins and
 * superusers get them; users, kiosk displays and all API keys do not.
 */
export const adminFigures = {
  revenue: Type.Optional(Type.Number()),
  potential_revenue: Type.Optional(Type.Number()),
  missed_revenue: Type.Optional(
    meaning('Potential less actual, never below 0; `missed_parts` likewise.', Type.Number()),
  ),
  parts: Type.Optional(Type.Number()),
  potential_parts: Type.Optional(Type.Number()),
  missed_parts: Type.Optional(Type.Number()),
}

/** Returns the schema of an array with one value for each bucket. */
const columns = Type.Array

export const forAdminsColumns = {
  revenue: Type.Optional(columns(Type.Number())),
  potential_revenue: Type.Optional(columns(Type.Number())),
  missed_revenue: Type.Optional(columns(Type.Number())),
  parts: Type.Optional(columns(Type.Number())),
  potential_parts: Type.Optional(columns(Type.Number())),
  missed_parts: Type.Optional(columns(Type.Number())),
}

/**
 * Schema of the times of buckets, as arrays in parallel: the values at one index belong to one bucket. A day or week wholly
 * outside the period, which is there for its shift, is not clipped.
 */
export const BucketTimes = Type.Object({
  interval: meaning('Seconds of a bucket; 86400 and 604800 mean local days and weeks.', Type.Integer()),
  tz: Type.String(),
  time: meaning('Beginning of each bucket, epoch s, clipped to the period.', columns(Type.Number())),
  ended_at: meaning('End of each bucket, epoch s, clipped to the period.', columns(Type.Number())),
  shift_date: meaning(
    'With a shift chosen, of days and weeks: the first day, as 20260308, whose shift counts here; else null.',
    columns(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
  ),
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
  cycle_time_avg: meaning('Mean times of cycles in s, derived times included.', columns(NumberOrNull)),
  temp_avg: columns(NumberOrNull),
  analog_avg: columns(NumberOrNull),
  ...forAdminsColumns,
})

/**
 * Schema of the figures of one machine or unit over a period: times, utilization, cycles and averages (domain rules, section 5).
 */
export const Figures = Type.Object({
  id: Id,
  running_s: meaning(
    'Time of that status, scheduled or not, of a chosen shift only; so are the three that follow.',
    Seconds,
  ),
  down_s: Seconds,
  offline_s: Seconds,
  powered_off_s: Seconds,
  scheduled_s: meaning('Scheduled time, from the first evidence of a machine on.', Seconds),
  run_secs: meaning('Effective run: `explained` says what it is made of.', Seconds),
  util_pct: meaning('100 x run_secs / scheduled_s, unrounded; null when nothing was scheduled.', NumberOrNull),
  cycles: Type.Integer(),
  cycle_time_avg: meaning(
    'Mean time of a cycle in s, weighed by count. Derived times of cycles that came without one are included: the time since the previous cycle, divided by the count. Startup cycles and outliers are left out where the question asks for it.',
    NumberOrNull,
  ),
  temp_avg: meaning('Of all readings of temperature.', NumberOrNull),
  analog_avg: meaning('Of all readings of the analog input, transformed.', NumberOrNull),
  ...adminFigures,
  explained: Explained,
  as_of: meaning('What was known then is in the figures.', Instant),
})

/**
 * Schema of one bucket of a machine or unit: start and end (ISO 8601, clipped as in `BucketTimes`), utilization in percent (null:
 * nothing was scheduled), effective run and scheduled time in seconds; money and parts for admins and superusers only.
 */
export const UtilGroup = Type.Object({
  time: Instant,
  ended_at: Instant,
  /**
   * Local day as a number (20260308): with a shift chosen, in a bucket of a day or week, the first day whose shift is in the
   * bucket; else null.
   */
  shift_date: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  util_pct: NumberOrNull,
  run_secs: Seconds,
  scheduled_secs: Seconds,
  ...adminFigures,
})
