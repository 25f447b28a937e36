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

/** An input that says running, or down, while it is at a level; `flash`: its short pieces count as a level of their own. */
export interface FormInput {
  readonly input: InputName
  readonly level: 0 | 1
  readonly flash: { readonly durationMs: number; readonly value: 1 | 0 | -1 } | null
}

/** An input set-up as a person chooses it (specification 2, "Edit Input Config"). */
export interface InputForm {
  readonly signal: 'sustained' | 'pulsed'
  /** How two running inputs are joined; a single one has no second. */
  readonly join: 'single' | 'and' | 'or'
  readonly first: FormInput
  readonly second: FormInput
  /** A separate input that says down, whatever the running ones say. */
  readonly down: FormInput | null
  /** Where cycles are counted; of a pulsed signal that is its one input. */
  readonly cycle: InputName | null
}

/** The set-up a form means, in the one shape that is read. */
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

/** A name alone means high. */
const levelOf = ({ input, level }: Level): string | InputLevels => (level === 1 ? input : { [input]: 0 })

function expressionOf({ join, first, second }: InputForm): InputExpression {
  if (join === 'single') return levelOf(first)
  if (join === 'or') return [levelOf(first), levelOf(second)]
  return { [first.input]: first.level, [second.input]: second.level }
}

/** The first input that none of these is. */
export const freeInput = (...taken: readonly InputName[]): InputName =>
  INPUTS.find((input) => !taken.includes(input)) ?? INPUTS[0]

/** A set-up as the form of it; null where it says what the form cannot: a known template, or a non-standard one. */
export function formOfSetup(json: unknown): InputForm | null {
  const form = draftOf(json)
  return form !== null && isSame(setupOfForm(form), json) ? form : null
}

/** The known template a set-up is, by its name and by what it says; null: none. */
export function templateOfSetup(json: unknown): string | null {
  const { template, plan } = readInputSetup(json)
  const known = template === null ? undefined : INPUT_TEMPLATES[template]
  return known !== undefined && isSameText(plan, readInputSetup(known).plan) ? template : null
}

function draftOf(json: unknown): InputForm | null {
  const { kind, plan } = readInputSetup(json)
  const cycle = cycleOf(json)
  if (kind === 'pulsed') return cycle === null ? null : formWith({ signal: 'pulsed', first: plain(cycle), cycle })
  if (kind === 'non-standard' || kind === 'template' || plan === null) return null
  const [one, other, more] = plan.running.flat()
  if (one === undefined || more !== undefined || plan.down.flat().length > 1) return null
  const join = other === undefined ? 'single' : plan.running.length === 1 ? 'and' : 'or'
  const down = plan.down[0]?.[0]
  return formWith({
    join,
    first: inputOf(one),
    ...(other ? { second: inputOf(other) } : {}),
    cycle,
    down: down ? inputOf(down) : null,
  })
}

/** A form that says this, and nothing besides. */
export function formWith(part: Partial<InputForm>): InputForm {
  const first = part.first ?? plain(INPUTS[0])
  const second = part.second ?? plain(freeInput(first.input))
  return { signal: 'sustained', join: 'single', down: null, cycle: first.input, ...part, first, second }
}

const plain = (input: InputName): FormInput => ({ input, level: 1, flash: null })

const inputOf = ({ input, level, filter }: InputTerm): FormInput => ({ input: nameOf(input), level, flash: filter })

const nameOf = (input: string): InputName => INPUTS.find((one) => one === input) ?? INPUTS[0]

function cycleOf(json: unknown): InputName | null {
  const inputs = (json as InputSetup | null)?.cycle?.inputs
  return INPUTS.find((input) => input === inputs) ?? null
}

/** Whether two set-ups are read alike, and count cycles at the same place. */
function isSame(made: InputSetup, json: unknown): boolean {
  const given = json as InputSetup
  const cycles = (setup: InputSetup) => JSON.stringify(setup.cycle?.inputs ?? null)
  return isSameText(readInputSetup(made), readInputSetup(given)) && cycles(made) === cycles(given)
}

/** What was read is made of lists and objects in one order. */
const isSameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
