import type { AlarmType, AlarmTypeId, ComparedLimit } from './alarm-type.ts'
import { findAlarmType } from './alarm-types.ts'
import { type ReadArgs, readArgs } from './read-args.ts'

/** Returns the limit of an alarm type with what it is compared with; undefined: it has none. */
export const comparedLimit = (typeId: number): ComparedLimit | undefined => findAlarmType(typeId)?.limit

type Given = Readonly<Record<string, unknown>>

/** Returns the side on which amounts are beyond the limit of an alarm. */
export function beyondOf(typeId: AlarmTypeId, args: Given): 'above' | 'below' {
  const beyond = comparedLimit(typeId)?.beyond ?? 'above'
  if (beyond !== 'direction') return beyond
  return args.direction === 'below' ? 'below' : 'above'
}

/**
 * Returns the arguments on which the readings of a limit depend, of those given; an empty text if one is absent. Null: the type has
 * no limit.
 */
export function readByLimit(typeId: number, given: Given): Readonly<Record<string, unknown>> | null {
  const limit = comparedLimit(typeId)
  return limit === undefined ? null : Object.fromEntries(limit.reads.map((name) => [name, given[name] ?? '']))
}

/**
 * Returns whole arguments of an alarm whose limit is not known yet: those given, the others by their defaults, and a limit that
 * nothing is beyond. They serve its readings only.
 */
export function argsWithoutLimit(type: AlarmType, given: Given): ReadArgs {
  const { limit } = type
  const template = limit === undefined ? undefined : type.argsTemplate[limit.arg]
  if (limit === undefined || template?.type !== 'number') return readArgs(type, given)
  const unreached = beyondOf(type.id, given) === 'above' ? template.max : template.min
  return readArgs(type, { ...given, [limit.arg]: unreached })
}
