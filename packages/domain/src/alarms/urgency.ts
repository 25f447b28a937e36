import type { AlarmTypeId } from './alarm-type.ts'

/**
 * Rank of urgency of each alarm type: 0 excessive downtime and offline, 1 impact and telemetry, 2 too few cycles and too low
 * utilization, 3 preventative maintenance.
 */
const ranks: Readonly<Record<AlarmTypeId, number>> = { 2: 0, 4: 0, 3: 1, 8: 1, 1: 2, 9: 2, 10: 2, 5: 3, 6: 3, 7: 3 }

/**
 * Returns the rank of an alarm type, 0 for the most urgent, 3 for the least and for an unknown id. Lists of tripped
 * alarms have those that nobody acknowledged first, then those of the lower rank, then the longest tripped.
 */
export const urgencyRank = (alarmTypeId: number): number => ranks[alarmTypeId as AlarmTypeId] ?? 3
