import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IdParams, NumberOrNull, PeriodQuery, Success } from '../shapes/common.ts'

/** `[occurred (epoch s), cycle_time, temperature_1, analog_in_1, analog_in_1_transformed, tags, type]`; type 1 cycle, 2 telemetry. */
export const RawRow = Type.Tuple([
  Type.Number(),
  NumberOrNull,
  NumberOrNull,
  NumberOrNull,
  NumberOrNull,
  Type.Array(Type.Integer()),
  Type.Integer(),
])

export const rawDataOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/e/:id/data/raw',
  operation: 'equipment.data.read',
  summary: 'Every cycle and reading of a machine in the period, in time order, streamed',
  tags: ['reports'],
  shapes: { params: IdParams, query: PeriodQuery, answer: Type.Object({ status: Success, data: Type.Array(RawRow) }) },
})
