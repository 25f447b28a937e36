/**
 * Names of the four inputs of a configurable device, in the order in which lists and forms show them (specification 2, "Input
 * setup").
 */
export const INPUTS = ['24v0', '24v1', '120v0', '120v1'] as const

/** Text of each input on the screen. */
export const INPUT_LABELS: Readonly<Record<(typeof INPUTS)[number], string>> = {
  '24v0': '24v #1',
  '24v1': '24v #2',
  '120v0': '120v #1',
  '120v1': '120v #2',
}

/**
 * Name of the down function that marks a set-up as pulsed: the time since the last cycle decides between running and down.
 */
export const PULSED = 'stdDevOrMaxCycleTime'

/**
 * Durations (ms) of filters that give none, for the first and for the second input of a part: a level that lasts at most so long
 * is a flash.
 */
export const DEFAULT_FILTER_MS = [9_000, 5_000] as const

/** Levels by input, 1 high or 0 low; the condition holds while all these inputs have their level (AND). */
export interface InputLevels {
  readonly [input: string]: 0 | 1
}

/**
 * Condition on inputs: a name (that input is high), an object (all its inputs are at their levels: AND), or a list of names and
 * objects (at least one of them is true: OR).
 */
export type InputExpression = string | InputLevels | readonly (string | InputLevels)[]

/**
 * Filter for short intervals: an interval of at most `duration` ms in which an input keeps its level counts as level
 * `value`. 1 is high, 0 is low, and -1 is the level of the last longer interval. Without `duration` the first input of
 * the part has 9 s and the second 5 s, in the order of `INPUTS`.
 */
export interface InputFilter {
  readonly duration?: number
  readonly value: 1 | 0 | -1
}

/** Part of a set-up for cycle, running or down: the condition on inputs, and the filters of inputs that flash, by input. */
export interface SetupPart {
  readonly inputs?: InputExpression
  readonly filters?: { readonly [input: string]: InputFilter }
}

/**
 * Input set-up of a device, as JSON, in its standard shape (specification 2, "Input setup"):
 *
 *     { "cycle":   { "inputs": "24v0" },
 *       "running": { "inputs": { "24v0": 1, "24v1": 1 }, "filters": { "24v0": { "duration": 9000, "value": 1 } } },
 *       "down":    { "inputs": "120v0" } }
 *
 * Filters may also stand beside the parts (`filters` of the whole set-up); then they apply to all parts. A pulsed signal has
 * `"down": { "function": "stdDevOrMaxCycleTime" }`. The Edison kind has `cycle.logic`; when that, or its `name`, is the name of
 * a known template, the set-up is that template. Any other fields are kept and not read.
 */
export interface InputSetup {
  readonly name?: string
  readonly cycle?: SetupPart & { readonly logic?: unknown }
  readonly running?: SetupPart
  readonly down?: SetupPart & { readonly function?: string }
  readonly filters?: { readonly [input: string]: InputFilter }
}
