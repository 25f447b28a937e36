/** The inputs of a configurable device, by the names its `input` events bear (specification 2, "Input setup"). */
export const INPUTS = ['24v0', '24v1', '120v0', '120v1'] as const

/** What people call them. */
export const INPUT_LABELS: Readonly<Record<(typeof INPUTS)[number], string>> = {
  '24v0': '24v #1',
  '24v1': '24v #2',
  '120v0': '120v #1',
  '120v1': '120v #2',
}

/** The down function of a pulsed signal: whether a machine is down is told by the time since its last cycle. */
export const PULSED = 'stdDevOrMaxCycleTime'

/** How long a piece is that still counts as a flash, where a filter does not say: of the first and the second input. */
export const DEFAULT_FILTER_MS = [9_000, 5_000] as const

/** Inputs with the level that counts, 1 high or 0 low: all of them at once (AND). */
export interface InputLevels {
  readonly [input: string]: 0 | 1
}

/** One input (its name alone: while high), an object of two (AND) or a list of two (OR). */
export type InputExpression = string | InputLevels | readonly (string | InputLevels)[]

/**
 * A piece of an input's level of at most `duration` ms counts as level `value`: 1 high, 0 low, -1 ignored (as the last longer
 * piece). Without `duration` the first input of the part has 9 s and the second 5 s, in the order of `INPUTS`.
 */
export interface InputFilter {
  readonly duration?: number
  readonly value: 1 | 0 | -1
}

/** What bears on one question: its inputs and, by input, the filters of those that flash. */
export interface SetupPart {
  readonly inputs?: InputExpression
  readonly filters?: { readonly [input: string]: InputFilter }
}

/**
 * The input set-up of a device, as JSON, in its one standard shape (specification 2, "Input setup"):
 *
 *     { "cycle":   { "inputs": "24v0" },
 *       "running": { "inputs": { "24v0": 1, "24v1": 1 }, "filters": { "24v0": { "duration": 9000, "value": 1 } } },
 *       "down":    { "inputs": "120v0" } }
 *
 * Filters may stand beside the parts too (`filters` of the whole), for all of them. A pulsed signal has
 * `"down": { "function": "stdDevOrMaxCycleTime" }`. The Edison kind has `cycle.logic`; it is one of the known templates when
 * that, or its `name`, is the name of one. Whatever else stands in it is kept and not read.
 */
export interface InputSetup {
  readonly name?: string
  readonly cycle?: SetupPart & { readonly logic?: unknown }
  readonly running?: SetupPart
  readonly down?: SetupPart & { readonly function?: string }
  readonly filters?: { readonly [input: string]: InputFilter }
}
