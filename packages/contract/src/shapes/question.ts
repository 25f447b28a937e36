import { Type } from 'typebox'
import { meaning } from './common.ts'

/**
 * Schema of the length of a bucket in seconds: a quarter of an hour, an hour, or a local day (86400) or week (604800), which may
 * be an hour longer or shorter.
 */
export const Interval = Type.Unsafe<900 | 3600 | 86_400 | 604_800>({
  type: 'integer',
  enum: [900, 3600, 86_400, 604_800],
})

/** Query parameters that choose how a period is evaluated: shift, time zone, and start of days. */
export const periodChoices = {
  shift: Type.Optional(meaning('One shift, 1 to 3; 0 or none: all of them.', Type.Integer({ minimum: 0, maximum: 3 }))),
  tz: Type.Optional(
    meaning('IANA name; unless given the zone of what is asked about.', Type.String({ minLength: 1, maxLength: 64 })),
  ),
  dayStartMin: Type.Optional(
    meaning('Minutes after midnight at which days begin.', Type.Integer({ minimum: 0, maximum: 1425 })),
  ),
}

/**
 * Query parameters that leave startup cycles or outliers out of averages, charts and the rows of raw data. Numbers of cycles
 * always include all.
 */
export const seriesChoices = {
  ignoreStartupCycles: Type.Optional(Type.Boolean()),
  ignoreOutlierCycles: Type.Optional(Type.Boolean()),
}
