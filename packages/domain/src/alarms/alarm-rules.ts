import type { AlarmRule } from './alarm-rule.ts'
import type { AlarmArgs, AlarmTypeId } from './alarm-type.ts'
import { cyclesPerHourRule } from './cycles-per-hour.ts'
import { excessiveDowntimeRule } from './excessive-downtime.ts'
import { impactRule } from './impact-detection.ts'
import { offlineRule } from './offline.ts'
import { pmCycleCountRule } from './pm-cycle-count.ts'
import { pmDurationRule } from './pm-duration.ts'
import { pmRuntimeRule } from './pm-runtime-hours.ts'
import type { RuleNeeds } from './rule.ts'
import { shiftUtilizationRule } from './shift-utilization.ts'
import { telemetryRule } from './telemetry.ts'
import { utilizationRule } from './utilization.ts'

/** Rule of each alarm type, by the id of the type. */
export const alarmRules: Readonly<Record<AlarmTypeId, AlarmRule>> = {
  1: cyclesPerHourRule,
  2: excessiveDowntimeRule,
  3: impactRule,
  4: offlineRule,
  5: pmCycleCountRule,
  6: pmRuntimeRule,
  7: pmDurationRule,
  8: telemetryRule,
  9: utilizationRule,
  10: shiftUtilizationRule,
}

/** Returns which stored data the rule of an alarm type needs to evaluate an alarm with these arguments, and how far back. */
export const needsOf = (typeId: AlarmTypeId, args: AlarmArgs): RuleNeeds => alarmRules[typeId].needs(args)
