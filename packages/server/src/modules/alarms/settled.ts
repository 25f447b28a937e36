import { alarmTypeOf, type StoredTrip } from '@millwatch/domain/alarms'
import type { EvaluatedAlarm } from './store-evaluation.ts'

/**
 * Returns true for a trip of maintenance that was completed (cleared at or before its base): it stays in the history as it is,
 * also if late data come.
 */
export const isSettled = (
  { alarmTypeId, baseAt }: Pick<EvaluatedAlarm, 'alarmTypeId' | 'baseAt'>,
  { clearedAt }: Pick<StoredTrip, 'clearedAt'>,
): boolean => alarmTypeOf(alarmTypeId).pmEnabled && clearedAt !== null && clearedAt <= baseAt
