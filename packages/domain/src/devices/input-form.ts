import {
  INPUTS,
  type InputExpression,
  type InputFilter,
  type InputLevels,
  type InputSetup,
  PULSED,
  type SetupPart,
} from './input-setup.ts'
import { type InputTerm, readInputSetup } from './read-setup.ts'
import { INPUT_TEMPLATES } from './templates.ts'

export type InputName = (typeof INPUTS)[number]

/**
 * Input that means running (or down) while it has `level`, 1 high or 0 low. With `flash`, an interval of at most `durationMs`
 * counts as level `value`; -1 is the level of the last longer interval. Null: every interval counts by its own level.
 */
export interface FormInput {
  readonly input: InputName
  readonly level: 0 | 1
  readonly flash: { readonly durationMs: number; readonly value: 1 | 0 | -1 } | null
}

/** Choices in the form of an input set-up (specification 2, "Edit Input Config"). */
export interface InputForm {
  readonly signal: 'sustained' | 'pulsed'
  /** Way in which two running inputs are combined; `single` uses the first input only. */
  readonly join: 'single' | 'and' | 'or'
  readonly first: FormInput
  readonly second: FormInput
  /** Separate input that means down, even while the running inputs mean running; null: none. */
  readonly down: FormInput | null
  /** Input on which cycles are counted; for a pulsed signal it is the only input. Null: no cycles. */
  readonly cycle: InputName | null
}

/**
 * Returns the input set-up for a form, in the standard shape. A pulsed signal uses the first input only, without its level and
 * flash, also for its cycles.
 */
export function setupOfForm(form: InputForm): InputSetup {
  const { first, second, down, cycle } = form
  if (form.signal === 'pulsed')
    return { cycle: { inputs: first.input }, running: { inputs: first.input }, down: { function: PULSED } }
  const used = form.join === 'single' ? [first] : [first, second]
  return {
    ...(cycle === null ? {} : { cycle: { inputs: cycle } }),
    running: { inputs: expressionOf(form), ...filtersOf(used) },
    ...(down === null ? {} : { down: { inputs: levelOf(down), ...filtersOf([down]) } }),
  }
}

function filtersOf(inputs: readonly FormInput[]): Pick<SetupPart, 'filters'> {
  const filters = inputs.flatMap(({ input, flash }) => (flash ? [[input, filterOf(flash)] as const] : []))
  return filters.length === 0 ? {} : { filters: Object.fromEntries(filters) }
}

type Level = Pick<FormInput, 'input' | 'level'>

const filterOf = ({ durationMs, value }: NonNullable<FormInput['flash']>): InputFilter => ({
  duration: durationMs,
  value,
})

/** Returns the level of an input in the shape of a set-up; the name alone means high. */
const levelOf = ({ input, level }: Level): string | InputLevels => (level === 1 ? input : { [input]: 0 })

function expressionOf({ join, first, second }: InputForm): InputExpression {
  if (join === 'single') return levelOf(first)
  if (join === 'or') return [levelOf(first), levelOf(second)]
  return { [first.input]: first.level, [second.input]: second.level }
}

/**
 * Returns the first input, in the order of `INPUTS`, that is not among `taken`; the first of all when every input is taken.
 */
export const freeInput = (...taken: readonly InputName[]): InputName =>
  INPUTS.find((input) => !taken.includes(input)) ?? INPUTS[0]

/**
 * Returns the form for the JSON of a set-up. Null when the form cannot express it: a known template, a non-standard set-up, or
 * for example two inputs that mean down.
 */
export function formOfSetup(json: unknown): InputForm | null {
  const form = draftOf(json)
  return form !== null && isSame(setupOfForm(form), json) ? form : null
}

/**
 * Returns the name of the known template that the JSON of a set-up names, if its rule of running and down is also that of the
 * template; else null.
 */
export function templateOfSetup(json: unknown): string | null {
  const { template, plan } = readInputSetup(json)
  const knownSetup = template === null ? undefined : INPUT_TEMPLATES[template]
  return knownSetup !== undefined && isSameText(plan, readInputSetup(knownSetup).plan) ? template : null
}

function draftOf(json: unknown): InputForm | null {
  const { kind, plan } = readInputSetup(json)
  const cycle = cycleOf(json)
  if (kind === 'pulsed') return cycle === null ? null : formWith({ signal: 'pulsed', first: plain(cycle), cycle })
  if (kind === 'non-standard' || kind === 'template' || plan === null) return null
  const [first, second, third] = plan.running.flat()
  if (first === undefined || third !== undefined || plan.down.flat().length > 1) return null
  const join = second === undefined ? 'single' : plan.running.length === 1 ? 'and' : 'or'
  const down = plan.down[0]?.[0]
  return formWith({
    join,
    first: inputOf(first),
    ...(second ? { second: inputOf(second) } : {}),
    cycle,
    down: down ? inputOf(down) : null,
  })
}

/**
 * Returns a form with the given values. Values that are not given: a sustained signal, the first input alone, a free second
 * input, both high and without a flash, no input for down, and cycles on the first input.
 */
export function formWith(part: Partial<InputForm>): InputForm {
  const first = part.first ?? plain(INPUTS[0])
  const second = part.second ?? plain(freeInput(first.input))
  return { signal: 'sustained', join: 'single', down: null, cycle: first.input, ...part, first, second }
}

const plain = (input: InputName): FormInput => ({ input, level: 1, flash: null })

const inputOf = ({ input, level, filter }: InputTerm): FormInput => ({ input: nameOf(input), level, flash: filter })

const nameOf = (input: string): InputName => INPUTS.find((name) => name === input) ?? INPUTS[0]

function cycleOf(json: unknown): InputName | null {
  const inputs = (json as InputSetup | null)?.cycle?.inputs
  return INPUTS.find((input) => input === inputs) ?? null
}

/** Returns true when two set-ups are read as the same and count cycles on the same input. */
function isSame(made: InputSetup, json: unknown): boolean {
  const given = json as InputSetup
  const cycles = (setup: InputSetup) => JSON.stringify(setup.cycle?.inputs ?? null)
  return isSameText(readInputSetup(made), readInputSetup(given)) && cycles(made) === cycles(given)
}

/**
 * Returns true when two values have the same JSON text. Values read from set-ups always have their fields and lists in one order.
 */
const isSameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
