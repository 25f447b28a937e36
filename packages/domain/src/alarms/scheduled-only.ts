import type { AlarmArgs } from './alarm-type.ts'
import { booleanArg } from './args.ts'

/**
 * Checkbox that limits an alarm to scheduled time, ticked by default. An alarm type that uses it adds `description` and `order`.
 */
export const scheduledOnly = { type: 'checkbox', label: 'Only when scheduled', default: true } as const

/**
 * Returns true if an alarm is limited to scheduled time; throws for arguments of a type without the checkbox
 * `scheduled_only`.
 */
export const isScheduledOnly = (args: AlarmArgs): boolean => booleanArg(args, 'scheduled_only')

/**
 * Longest break (ms, 30 minutes) that does not interrupt scheduled time. A change of shift history can change an alarm this long
 * before.
 */
export const BREAK_WITHIN_MS = 1_800_000
