import type { AlarmType, AlarmTypeId, ComparedLimit } from './alarm-type.ts'
import { findAlarmType } from './alarm-types.ts'
import { type ReadArgs, readArgs } from './read-args.ts'

/**
 * Returns the limit of an alarm type: its argument, the arguments on which the compared amount depends, and the side beyond it.
 * Returns undefined for a type without a limit and for an unknown id.
 */
export const comparedLimit = (typeId: number): ComparedLimit | undefined => findAlarmType(typeId)?.limit

type Given = Readonly<Record<string, unknown>>

/**
 * Returns the side on which amounts are beyond the limit of an alarm. Where its type lets a person choose, that is the
 * argument `direction` (`above` unless it is `below`); for a type without a limit `above`.
 */
export function beyondOf(typeId: AlarmTypeId, args: Given): 'above' | 'below' {
  const beyond = comparedLimit(typeId)?.beyond ?? 'above'
  if (beyond !== 'direction') return beyond
  return args.direction === 'below' ? 'below' : 'above'
}

/**
 * Returns those of the given arguments, by name, on which the amount that a limit is compared with depends. An argument that is
 * not given, or null, is an empty text, and the limit itself is left out. Returns null if the type is unknown or has no limit.
 */
export function readByLimit(typeId: number, given: Given): Readonly<Record<string, unknown>> | null {
  const limit = comparedLimit(typeId)
  return limit === undefined ? null : Object.fromEntries(limit.reads.map((name) => [name, given[name] ?? '']))
}

/**
 * Reads the arguments of an alarm whose limit is not chosen yet: those given, the others by their defaults, and as limit, in
 * place of a given one, the greatest allowed number where amounts above are beyond, else the least. They serve only to read the
 * amounts that the limit is compared with. Returns the faults of other given arguments. A type without a limit has its arguments
 * read as they are.
 */
export function argsWithoutLimit(type: AlarmType, given: Given): ReadArgs {
  const { limit } = type
  const template = limit === undefined ? undefined : type.argsTemplate[limit.arg]
  if (limit === undefined || template?.type !== 'number') return readArgs(type, given)
  const unreached = beyondOf(type.id, given) === 'above' ? template.max : template.min
  return readArgs(type, { ...given, [limit.arg]: unreached })
}
