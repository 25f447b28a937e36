import type { AlarmArgs } from './alarm-type.ts'

/** Returns a number of checked arguments; throws when the argument is not a number, which `readArgs` excludes. */
export const numberArg = (args: AlarmArgs, name: string): number => argOf(args, name, 'number')

/** Returns a text, or the value of a select, of checked arguments; throws when the argument is not a text. */
export const textArg = (args: AlarmArgs, name: string): string => argOf(args, name, 'string')

/**
 * Returns the state of a checkbox of checked arguments, true when it is ticked; throws when the argument is not a
 * checkbox.
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
