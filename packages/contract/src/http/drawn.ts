import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdList, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { seriesChoices } from '../shapes/question.ts'
import { ShiftNumber } from '../shapes/schedule.ts'

/**
 * The stretches of status of a machine as pixels can show them, fields side by side, in time order and without a gap. One that
 * is narrower than a pixel is drawn together with its neighbours; with enough pixels all stand by themselves.
 */
const DrawnStatus = Type.Object({
  /** Epoch ms, where the first begins, which may be before the period; null: there is none. */
  from: NumberOrNull,
  /** How long each lasts; the last has none (null) while it does. Each begins where the one before ends. */
  ms: Type.Array(NumberOrNull),
  /** 0: several, each narrower than a pixel. */
  status_id: Type.Array(Type.Integer({ minimum: 0, maximum: 4 })),
  /** For each 0 in turn five numbers: how many stretches, then ms running, down, offline, powered-off. */
  several: Type.Array(Type.Integer()),
})

/** What a line of a large picture says besides. */
const DrawnDetail = {
  /** The id of each stretch; 0 where there are several. */
  interval_id: Type.Optional(Type.Array(Type.Integer())),
  /** Of stops somebody gave a reason: which stretch (from 0), and the reason. */
  reasons: Type.Optional(Type.Array(Type.Tuple([Type.Integer(), Type.String()]))),
  /** `[start (epoch ms), end, shift]` of shift history with a shift, whole; none where a shift is narrower than two pixels. */
  shifts: Type.Optional(Type.Array(Type.Tuple([Type.Number(), Type.Number(), ShiftNumber]))),
}

/** The last cycles of the period that told their time, the newest last. */
const DrawnCycles = Type.Object({
  /** Seconds. */
  cycle_time: Type.Array(Type.Number()),
  /** When the last of them ended; null: there is none. */
  last_at: NumberOrNull,
})

const DrawnMachine = Type.Object({
  id: Id,
  ...DrawnStatus.properties,
  ...DrawnDetail,
  cycles: Type.Optional(DrawnCycles),
})

export const drawnOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/drawn/e',
  operation: 'equipment.drawn.read',
  summary: 'What pictures of machines show of a period: timelines as wide as `width` pixels, and the last cycles',
  tags: ['figures'],
  shapes: {
    query: Type.Object(
      {
        ids: IdList,
        startDate: Instant,
        endDate: Instant,
        ...seriesChoices,
        /** Pixels across a timeline. */
        width: Type.Integer({ minimum: 1, maximum: 4096 }),
        /** Ids, reasons and shifts besides. */
        detail: Type.Optional(Type.Boolean()),
        /** How many of the last cycles; none unless given. */
        cycles: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, equipment: Type.Array(DrawnMachine), as_of: Instant }),
  },
})
