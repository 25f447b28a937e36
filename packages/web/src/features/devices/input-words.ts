import { INPUT_LABELS, INPUTS, type InputTerm, type InputTerms, readInputSetup } from '@millwatch/domain/devices'

/** Returns the label of an input on the screen; the name itself for an unknown input. */
export const labelOf = (input: string): string => {
  const name = INPUTS.find((candidate) => candidate === input)
  return name === undefined ? input : INPUT_LABELS[name]
}

const isAt = ({ input, level }: InputTerm): string => `${labelOf(input)} is ${level === 1 ? 'high' : 'low'}`

const anyOf = (terms: InputTerms): string => terms.map((all) => all.map(isAt).join(' and ')).join(' or ')

/** Returns the words for the effect of short pulses of an input: `are ignored`, `count as running` or `count as down`. */
const flashWords = (says: Says, level: 0 | 1, value: 1 | 0 | -1): string =>
  value === -1 ? 'are ignored' : `count as ${flashMeans(says, level, value)}`

/** Status of a machine while an input is at its configured level. */
export type Says = 'running' | 'down'

/**
 * Returns the status that a flash means if it counts as level `value`: `says` if `value` is `level`, else the opposite of `says`.
 */
export const flashMeans = (says: Says, level: 0 | 1, value: 0 | 1): Says =>
  value === level ? says : says === 'running' ? 'down' : 'running'

/** Returns a sentence for each input with a flash filter, without repetitions; inputs without a filter have none. */
function flashesOf(says: Says, terms: readonly InputTerm[]): string[] {
  const sentences = terms.flatMap(({ input, level, filter }) =>
    filter === null
      ? []
      : [
          `Pulses of ${labelOf(input)} of at most ${filter.durationMs / 1000} s ${flashWords(says, level, filter.value)}`,
        ],
  )
  return [...new Set(sentences)]
}

/**
 * Returns an input set-up (any JSON) as English sentences. For one of no standard shape, a note comes first, and then sentences
 * for the parts that could be read.
 */
export function wordsOfSetup(json: unknown): string {
  const { kind, plan, template } = readInputSetup(json)
  if (kind === 'pulsed') return `Each pulse${pulseOf(json)} is a cycle. Running until the next one is overdue.`
  const down = plan === null || plan.down.length === 0 ? '' : `, down while ${anyOf(plan.down)}`
  const running = plan === null ? [] : [`Running while ${anyOf(plan.running)}${down}`]
  const flashes =
    plan === null ? [] : [...flashesOf('running', plan.running.flat()), ...flashesOf('down', plan.down.flat())]
  const words = [...running, ...flashes].map((sentence) => `${sentence}.`).join(' ')
  if (kind === 'non-standard') return [NON_STANDARD, words].join(' ').trim()
  return template === null ? words : `${template}: ${words}`
}

/** Note for an input set-up that has none of the standard shapes. */
export const NON_STANDARD = 'Device is using a non-standard input type.'

function pulseOf(json: unknown): string {
  const { cycle, running } = json as { cycle?: { inputs?: unknown }; running?: { inputs?: unknown } }
  const input = cycle?.inputs ?? running?.inputs
  return typeof input === 'string' ? ` of ${labelOf(input)}` : ''
}
