import { Type } from 'typebox'
import { Instant, NumberOrNull, StatusId } from './common.ts'

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** Schema of the current status of a machine and its start; null: no event of the machine is known yet. */
export const CurrentStatus = Nullable(Type.Object({ status: StatusId, started_at: Instant }))

/** Schema of the values sent with a cycle: its time (s), temperature and analog reading; null: not sent. */
const CycleData = Type.Object({ cycle_time: NumberOrNull, temperature_1: NumberOrNull, analog_in_1: NumberOrNull })

export const LatestCycle = Nullable(Type.Object({ occurred_at: Instant, data: CycleData }))

export const LatestTelemetry = Nullable(
  Type.Object({ occurred_at: Instant, temperature_1: NumberOrNull, analog_in_1: NumberOrNull }),
)

export { CycleData, Nullable }
