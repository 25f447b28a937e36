import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, meaning, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const RunTag = Type.Object({ id: Id, name: Type.String() })

/**
 * Schema of a run on a machine. Cycles that end in `(started_at, ended_at]` belong to it; `ended_at` is null while the run is
 * active.
 */
export const Run = Type.Object({
  id: Id,
  equipment_id: Id,
  started_at: Instant,
  ended_at: meaning('null while active.', Nullable(Instant)),
  ended_by_count: meaning('It ended by itself, at the cycle that reached its total.', Type.Boolean()),
  created_at: Instant,
  updated_at: Instant,
  tag_ids: Type.Array(Id),
  tags: Type.Array(RunTag),
  cycles_total: meaning(
    'How many cycles it is to make; null: it goes on until somebody ends it.',
    Nullable(Type.Integer()),
  ),
  cycles_current: meaning('Cycles made so far, those with their end in (started_at, ended_at].', Type.Integer()),
  parts_per_cycle: Nullable(Type.Number()),
  allow_overrun: Type.Boolean(),
  notify_roster_ids: Type.Array(Id),
  scrap_qty: Type.Integer(),
})

/**
 * Schema of the number of cycles that a run is to make; null or 0: it has no end by count. Absent: the same for a new run, but no
 * change in an update.
 */
const CyclesTotal = Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }))
/**
 * Schema of the parts made by each cycle of a run; null or 0: not set, so each cycle makes 1 part. Absent: the same for a new
 * run, but no change in an update.
 */
const PartsPerCycle = Nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000 }))
const RosterIds = Type.Array(Id, { maxItems: 100 })
const Quantity = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

export const startRun = endpoint('POST', '/v0/runs', 'runs', {
  operation: 'run.start',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: {
      about: [{ at: 'body.equipId', kind: 'equipment' }],
      needs: 'runs',
      only: ['equipId', 'tags', 'cyclesTotal', 'partsPerCycle', 'allowOverrun'],
    },
  },
  keyed: true,
  summary: 'Start a run on a machine that has none active',
  shapes: {
    body: Type.Object(
      {
        equipId: Id,
        /** Ids of the tags of the run, at least one. */
        tags: Type.Array(Id, { minItems: 1, maxItems: 100 }),
        cyclesTotal: Type.Optional(CyclesTotal),
        /** Parts per cycle; required if `cyclesTotal` is given. */
        partsPerCycle: Type.Optional(PartsPerCycle),
        /**
         * True: the run goes on after it has reached its number of cycles. Default: false; always true for a run without a number
         * of cycles.
         */
        allowOverrun: Type.Optional(Type.Boolean()),
        notifyRosterIds: Type.Optional(RosterIds),
        /** Instant of the start, not before the end of the machine's previous run; absent: now. */
        startedAt: Type.Optional(Instant),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, run: Run }),
  },
})

export const updateRun = endpoint('PUT', '/v0/runs/:id', 'runs', {
  operation: 'run.update',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: {
      about: [{ at: 'params.id', kind: 'run' }],
      needs: 'runs',
      only: ['cyclesTotal', 'partsPerCycle', 'allowOverrun'],
    },
  },
  keyed: true,
  summary: 'Change the quantity of an active run, and the groups that are notified when it is complete',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        /** New number of cycles to make, not below the number already made. */
        cyclesTotal: Type.Optional(CyclesTotal),
        /** Parts per cycle, which cannot change once a run exists: only the present value is accepted. */
        partsPerCycle: Type.Optional(PartsPerCycle),
        allowOverrun: Type.Optional(Type.Boolean()),
        notifyRosterIds: Type.Optional(RosterIds),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, run: Run }),
  },
})

export const endRun = endpoint('PUT', '/v0/runs/:id/end', 'runs', {
  operation: 'run.end',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: { about: [{ at: 'params.id', kind: 'run' }], needs: 'runs', only: [] },
  },
  keyed: true,
  summary: 'End an active run now; scrap is added to what it has',
  shapes: {
    params: IdParams,
    body: Type.Object({ scrap: Type.Optional(Nullable(Quantity)) }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, run: Run }),
  },
})

export const addScrap = endpoint('PUT', '/v0/runs/:id/addScrap', 'runs', {
  operation: 'run.scrap',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: { about: [{ at: 'params.id', kind: 'run' }], needs: 'scrap' },
  },
  keyed: true,
  summary: 'Add scrap to a run, active or ended',
  shapes: {
    params: IdParams,
    body: Type.Object({ qty: Quantity }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, run: Run }),
  },
})
