import { Type } from 'typebox'
import { meaning } from './common.ts'

/** Seconds of a bucket; 86400 and 604800 mean local days and weeks. */
export const Interval = Type.Unsafe<900 | 3600 | 86_400 | 604_800>({
  type: 'integer',
  enum: [900, 3600, 86_400, 604_800],
})

/** How a period is read: which shift, whose calendar, when days begin. */
export const periodChoices = {
  shift: Type.Optional(meaning('One shift, 1 to 3; 0 or none: all of them.', Type.Integer({ minimum: 0, maximum: 3 }))),
  tz: Type.Optional(
    meaning('IANA name; unless given the zone of what is asked about.', Type.String({ minLength: 1, maxLength: 64 })),
  ),
  dayStartMin: Type.Optional(
    meaning('Minutes after midnight at which days begin.', Type.Integer({ minimum: 0, maximum: 1425 })),
  ),
}

/** Which cycles are left out of averages and charts; counts never leave any out. */
export const seriesChoices = {
  ignoreStartupCycles: Type.Optional(Type.Boolean()),
  ignoreOutlierCycles: Type.Optional(Type.Boolean()),
}
