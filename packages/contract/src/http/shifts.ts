import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachine } from '../kiosk-rules.ts'
import { Id, IdParams, Instant, meaning, PeriodQuery, Seconds, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { ShiftNumber } from '../shapes/schedule.ts'

export const ShiftTuple = meaning(
  '`[start (epoch s), end (epoch s), shift, id, equipId]`; whole, also where it reaches beyond the period.',
  Type.Tuple([Type.Number(), Type.Number(), ShiftNumber, Id, Id]),
)

const history = Type.Object({ status: Success, shifts: Type.Array(ShiftTuple) })

export const shiftsOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/e/:id/reports/shifts',
  operation: 'equipment.shifts.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  summary: 'The shift history of a machine that touches the period, in time order; it may lie ahead',
  tags: ['reports'],
  shapes: { params: IdParams, query: PeriodQuery, answer: history },
})

export const shiftsOfOrgUnit = endpoint({
  method: 'GET',
  path: '/v0/o/:id/reports/shifts',
  operation: 'org_unit.shifts.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: 'The shift history of all machines under a unit, machine by machine',
  tags: ['reports'],
  shapes: { params: IdParams, query: PeriodQuery, answer: history },
})

/** One occurrence of a shift that has begun. */
const LostRow = Type.Object({
  equipName: Type.String(),
  equipId: Id,
  start: meaning('First start of the shift, breaks lie inside it.', Instant),
  end: meaning('Its last end.', Instant),
  shift: ShiftNumber,
  date: meaning('The local day it belongs to: 2026-03-08.', Type.String({ format: 'date' })),
  full: meaning('It is over, and the machine never ran in it.', Type.Boolean()),
  lateStart: meaning('Seconds from its start to the first running; all of it (so far) when there was none.', Seconds),
  earlyShutdown: meaning('Seconds from the last running to its end, once it is over.', Seconds),
  excessiveDowntimeStart: Type.Boolean(),
  excessiveDowntimeShutdown: Type.Boolean(),
  ran_from: meaning('First running in it; null: none.', Nullable(Instant)),
  ran_to: meaning('Last running in it; null: none.', Nullable(Instant)),
})

export const lostTimeOfOrgUnit = endpoint({
  method: 'GET',
  path: '/v0/o/:id/reports/lost',
  operation: 'org_unit.lost_time.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: 'Lost time of the shifts of machines under a unit that touch the period',
  tags: ['reports'],
  shapes: {
    params: IdParams,
    query: PeriodQuery,
    answer: Type.Object({
      status: Success,
      report: Type.Array(LostRow),
      /** Machines without shifts in their schedule. */
      exceptions: Type.Array(Type.Object({ equipId: Id, equipName: Type.String() })),
      as_of: Instant,
    }),
  },
})
