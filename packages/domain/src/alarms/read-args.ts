import type { AlarmArg, AlarmArgs, AlarmType, ArgumentTemplate, NumberArgument } from './alarm-type.ts'

/** Fault of an argument: its name in the template, and a text for the person who typed it. */
export interface ArgFault {
  readonly name: string
  readonly text: string
}

/**
 * Arguments as read, or the faults of those that cannot be accepted: at least one, in the order of the form, with unknown names
 * last.
 */
export type ReadArgs =
  | { readonly args: AlarmArgs; readonly faults?: never }
  | { readonly args?: never; readonly faults: readonly ArgFault[] }

/**
 * Returns the arguments that a person gave for an alarm type, checked against its template, or only the faults if there are any.
 * Arguments that are absent, null or a blank text get their default, or are a fault if there is no default. A text loses its
 * outer blanks. A fault names an argument that is missing, outside its limits, of another kind, or unknown to the template.
 */
export function readArgs({ argsTemplate }: AlarmType, given: Readonly<Record<string, unknown>>): ReadArgs {
  const args: Record<string, AlarmArg> = {}
  const faults: ArgFault[] = []
  for (const [name, template] of argumentsInOrder(argsTemplate)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const read = isBlank(value) ? defaultOf(template) : readArg(template, value)
    if (typeof read === 'object') faults.push({ name, text: read.fault })
    else args[name] = read
  }
  for (const name of Object.keys(given))
    if (!Object.hasOwn(argsTemplate, name)) faults.push({ name, text: 'This alarm type has no such argument' })
  return faults.length > 0 ? { faults } : { args }
}

/** Returns the arguments of a template as pairs of name and template, in the order of the form (`order` ascending). */
export const argumentsInOrder = (template: AlarmType['argsTemplate']): [name: string, ArgumentTemplate][] =>
  Object.entries(template).sort(([, a], [, b]) => a.order - b.order)

interface Refused {
  readonly fault: string
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function defaultOf(template: ArgumentTemplate): AlarmArg | Refused {
  if (template.default !== undefined) return template.default
  return { fault: template.type === 'select' ? `Choose: ${template.label}` : missing(template) }
}

const missing = ({ label }: ArgumentTemplate): string => `Type a number: ${label}`

function readArg(template: ArgumentTemplate, value: unknown): AlarmArg | Refused {
  switch (template.type) {
    case 'number':
      return readNumber(template, value)
    case 'checkbox':
      return typeof value === 'boolean' ? value : { fault: `${template.label}: yes or no` }
    case 'select':
      if (template.options.some((option) => option.value === value)) return value as string
      return { fault: `${template.label}: one of ${template.options.map((option) => option.label).join(', ')}` }
    default:
      return readText(template, value)
  }
}

function readText(template: Extract<ArgumentTemplate, { maxLength: number }>, value: unknown): string | Refused {
  if (typeof value !== 'string') return { fault: `${template.label}: a text` }
  const text = value.trim()
  if (text.length <= template.maxLength) return text
  return { fault: `${template.label}: at most ${numberText(template.maxLength)} characters` }
}

function readNumber(template: NumberArgument, value: unknown): number | Refused {
  const { label, min, max, step } = template
  if (typeof value !== 'number' || !Number.isFinite(value)) return { fault: missing(template) }
  if (value < min || value > max) return { fault: `${label}: from ${numberText(min)} to ${numberText(max)}` }
  const rounded = roundToStep(value, step)
  if (Math.abs(rounded - value) <= step * 1e-6) return rounded
  return { fault: step === 1 ? `${label}: a whole number` : `${label}: a multiple of ${step}` }
}

/** Returns the multiple of a step that is nearest to a value, without the noise of binary fractions. */
function roundToStep(value: number, step: number): number {
  const perOne = Math.round(1 / step)
  return Math.round(value * perOne) / perOne
}

const numberText = (value: number): string => value.toLocaleString('en-US')
