import { Type } from 'typebox'

/** Seconds of a bucket; 86400 and 604800 mean local days and weeks. */
export const Interval = Type.Unsafe<900 | 3600 | 86_400 | 604_800>({
  type: 'integer',
  enum: [900, 3600, 86_400, 604_800],
})

/** How a period is read: which shift, whose calendar, when days begin. */
export const periodChoices = {
  /** 1 to 3; 0 or none: all of them. */
  shift: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  /** IANA name; unless given the zone of what is asked about. */
  tz: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  /** Minutes after midnight at which days begin. */
  dayStartMin: Type.Optional(Type.Integer({ minimum: 0, maximum: 1425 })),
}

/** Which cycles are left out of averages and charts; counts never leave any out. */
export const seriesChoices = {
  ignoreStartupCycles: Type.Optional(Type.Boolean()),
  ignoreOutlierCycles: Type.Optional(Type.Boolean()),
}
