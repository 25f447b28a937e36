import type { AlarmArgs } from './alarm-type.ts'

/**
 * Returns the argument `name` of checked arguments, a number; throws an error when it is absent or not a number, which `readArgs`
 * excludes.
 */
export const numberArg = (args: AlarmArgs, name: string): number => argOf(args, name, 'number')

/**
 * Returns the argument `name` of checked arguments, a text or the value of a select; throws an error when it is absent or not a
 * text.
 */
export const textArg = (args: AlarmArgs, name: string): string => argOf(args, name, 'string')

/**
 * Returns the argument `name` of checked arguments, a checkbox: true when it is ticked. Throws an error when the argument is
 * absent or not a checkbox.
 */
export const booleanArg = (args: AlarmArgs, name: string): boolean => argOf(args, name, 'boolean')

interface Kinds {
  number: number
  string: string
  boolean: boolean
}

function argOf<Kind extends keyof Kinds>(args: AlarmArgs, name: string, kind: Kind): Kinds[Kind] {
  const value = args[name]
  if (typeof value === kind) return value as Kinds[Kind]
  throw new Error(`Argument ${name} is not a ${kind}`)
}
