import { countsAs } from '@millwatch/domain/utilization'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachine, ofMachines, ofUnits } from '../kiosk-rules.ts'
import { Id, IdList, IdParams, Instant, meaning, NumberOrNull, Seconds, StatusId, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { BucketFigures, BucketTimes, Figures } from '../shapes/figures.ts'
import { Interval, periodChoices, seriesChoices } from '../shapes/question.ts'

const FiguresQuery = Type.Object(
  {
    ids: IdList,
    startDate: Instant,
    endDate: Instant,
    ...periodChoices,
    ...seriesChoices,
    /** Length of the buckets (s) into which the answer also divides the figures; absent: no buckets. */
    interval: Type.Optional(Interval),
  },
  { additionalProperties: false },
)

const FiguresInBuckets = Type.Object({
  ...Figures.properties,
  /** The same figures by buckets of the period; absent without `interval`. */
  buckets: Type.Optional(Type.Object({ ...BucketTimes.properties, ...BucketFigures.properties })),
})

export const utilizationOfEquipment = endpoint('GET', '/v0/util/e', 'figures', {
  operation: 'equipment.utilization',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachines, fields: ['money'] },
  summary: 'Figures of machines over a period',
  shapes: {
    query: FiguresQuery,
    answer: Type.Object({ status: Success, equipment: Type.Array(FiguresInBuckets), as_of: Instant }),
  },
})

export const utilizationOfOrgUnits = endpoint('GET', '/v0/util/o', 'figures', {
  operation: 'org_unit.utilization',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofUnits, fields: ['money'] },
  summary: 'Figures of units, each over its whole subtree',
  shapes: {
    query: FiguresQuery,
    answer: Type.Object({ status: Success, orgUnits: Type.Array(FiguresInBuckets), as_of: Instant }),
  },
})

export const utilizationSeries = endpoint('GET', '/v0/util/equips', 'figures', {
  operation: 'equipment.utilization.series',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachines, fields: ['money'] },
  summary: 'Figures of machines by buckets of a period: of each, and of all together',
  shapes: {
    query: FiguresQuery,
    answer: Type.Object({
      status: Success,
      times: BucketTimes,
      equipment: Type.Array(Type.Object({ id: Id, ...BucketFigures.properties })),
      /**
       * Sums over the machines, for the time in which each was active and not excluded. Percentages are computed from these sums.
       */
      total: BucketFigures,
      as_of: Instant,
    }),
  },
})

/**
 * Schema of one status interval with its whole length, also if only a part lies in the period. An open interval has `ended_at`
 * null.
 */
export const UtilDetail = Type.Object({
  id: Id,
  status_id: StatusId,
  started_at: Instant,
  /** End of the interval; null while it is open. */
  ended_at: Nullable(Instant),
  /** Whole length in seconds; of an open interval the length up to `as_of`. */
  duration_s: Seconds,
  status_reason_id: Nullable(Id),
  status_reason: Nullable(Type.String()),
  notes: Nullable(Type.String()),
})

export const utilizationDetail = endpoint('GET', '/v0/util/equipment/:id/detail', 'figures', {
  operation: 'equipment.utilization.detail',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  summary: 'Status intervals of a machine that touch a period, with their annotations',
  shapes: {
    params: IdParams,
    query: Type.Object({ startDate: Instant, endDate: Instant }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, data: Type.Array(UtilDetail), as_of: Instant }),
  },
})

/**
 * Schema of the class of an interval in the account of a machine. It decides if the interval is part of the effective run and of
 * the scheduled time, and gives the reason if it is part of neither.
 */
export const CountsAs = meaning(
  'Effective run: `running`, `running_outside_counted`, `short_downtime_counted`. Scheduled: `running`, `short_downtime_counted`, `short_downtime_left_out`, `excessive_downtime`, `offline`, `powered_off`. Neither: `running_outside_left_out` (capped by shifts), `unscheduled`, `other_shift`, `archived`, `excluded`, `elsewhere`.',
  Type.Enum([...countsAs]),
)

/** Schema of the columns of an account, as arrays in parallel: the values at one index belong to one interval. */
const AccountColumns = Type.Object({
  started_at: meaning('Epoch s.', Type.Array(Type.Number())),
  ended_at: meaning('Epoch s.', Type.Array(Type.Number())),
  status_id: Type.Array(StatusId),
  shift: meaning('0 to 3; null: outside all shift history.', Type.Array(NumberOrNull)),
  counts_as: Type.Array(CountsAs),
})

const wholeAccount = { run_secs: Seconds, scheduled_s: Seconds }

export const accountOfEquipment = endpoint('GET', '/v0/util/equipment/:id/account', 'figures', {
  operation: 'equipment.utilization.account',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: 'The intervals behind the figures of a machine: each part of its time, and the class it counts as',
  shapes: {
    params: IdParams,
    query: Type.Object(
      {
        startDate: Instant,
        endDate: Instant,
        shift: periodChoices.shift,
        orgUnitId: Type.Optional(
          meaning('As it counts in the sums of that unit: only while it stood there, active and not excluded.', Id),
        ),
        after: Type.Optional(meaning('Only intervals that begin at or after it.', Instant)),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      ...wholeAccount,
      entries: meaning('Number of intervals in the whole account.', Type.Integer()),
      data: meaning('In time order, at most 2,000.', AccountColumns),
      more_after: meaning('Where the list goes on; null: nowhere.', Nullable(Instant)),
      as_of: Instant,
    }),
  },
})

/** Schema of the share of a machine in the sums of a unit. */
const Share = Type.Object({
  id: Id,
  name: Type.String(),
  is_here: meaning('Whether it stands under the unit now.', Type.Boolean()),
  ...wholeAccount,
  own_run_secs: meaning('Of the machine itself, wherever it stood.', Seconds),
  own_scheduled_s: Seconds,
  excluded_s: meaning(
    'Time from its first evidence on that was left out as excluded; with a shift chosen only time inside that shift.',
    Seconds,
  ),
  archived_s: meaning('Likewise; time while archived is inside no shift.', Seconds),
  elsewhere_s: Seconds,
})

export const sharesOfOrgUnit = endpoint('GET', '/v0/util/org_unit/:id/shares', 'figures', {
  operation: 'org_unit.utilization.shares',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: "What each machine adds to a unit's sums, those that have moved away or were removed among them",
  shapes: {
    params: IdParams,
    query: Type.Object(
      { startDate: Instant, endDate: Instant, shift: periodChoices.shift },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, ...wholeAccount, shares: Type.Array(Share), as_of: Instant }),
  },
})
