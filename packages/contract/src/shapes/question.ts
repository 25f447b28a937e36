import { Type } from 'typebox'
import { meaning } from './common.ts'

/**
 * Length of a bucket in seconds. 86400 and 604800 mean local days and weeks, which may be an hour longer or shorter.
 */
export const Interval = Type.Unsafe<900 | 3600 | 86_400 | 604_800>({
  type: 'integer',
  enum: [900, 3600, 86_400, 604_800],
})

/** Query parameters that choose how a period is evaluated: the shift, the time zone, and the start of days. */
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
 * Query parameters that leave startup cycles or outliers out of averages and charts; counts always include all cycles.
 */
export const seriesChoices = {
  ignoreStartupCycles: Type.Optional(Type.Boolean()),
  ignoreOutlierCycles: Type.Optional(Type.Boolean()),
}
