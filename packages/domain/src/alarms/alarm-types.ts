import type { AlarmType, AlarmTypeId } from './alarm-type.ts'
import { cyclesPerHour } from './cycles-per-hour.ts'
import { excessiveDowntime } from './excessive-downtime.ts'
import { impactDetection } from './impact-detection.ts'
import { offline } from './offline.ts'
import { pmCycleCount } from './pm-cycle-count.ts'
import { pmDuration } from './pm-duration.ts'
import { pmRuntimeHours } from './pm-runtime-hours.ts'
import { shiftUtilization } from './shift-utilization.ts'
import { telemetry } from './telemetry.ts'
import { utilization } from './utilization.ts'

/** List of all ten alarm types, ascending by id. */
export const alarmTypes: readonly AlarmType[] = [
  cyclesPerHour,
  excessiveDowntime,
  impactDetection,
  offline,
  pmCycleCount,
  pmRuntimeHours,
  pmDuration,
  telemetry,
  utilization,
  shiftUtilization,
]

/** Returns the alarm type of an id, or undefined for an id that no type has. */
export const findAlarmType = (id: number): AlarmType | undefined => alarmTypes.find((type) => type.id === id)

/** Returns the alarm type of an id; throws for an id that no type has. */
export function alarmTypeOf(id: AlarmTypeId): AlarmType {
  const type = findAlarmType(id)
  if (type === undefined) throw new Error(`No alarm type ${id}`)
  return type
}
