import { type InputPlan, readInputSetup } from '../devices/index.ts'
import { channelsOf, type InputChannels } from './input-levels.ts'
import type { Source, StatusSettings } from './types.ts'

/**
 * Rule that decides between running and down from the instant `from` (epoch ms) on. `fixed` is the source that an admin fixed
 * (null: none); `inputs` is the rule of the input set-up (null: inputs do not decide).
 */
export interface Deciding {
  readonly from: number
  readonly fixed: Source | null
  readonly inputs: InputChannels | null
}

const fromTheStart: Deciding = { from: Number.NEGATIVE_INFINITY, fixed: null, inputs: null }

/**
 * Merges input set-ups and fixed sources into one list of rules, ascending. Neighbours differ, and the first rule counts from
 * minus infinity.
 */
export function decidingOver({ inputSetup, source }: StatusSettings): Deciding[] {
  const over = [fromTheStart]
  if (inputSetup.length === 0 && source.length === 0) return over
  const plans = new Map<string, InputChannels>()
  const froms = [...new Set([...inputSetup, ...source].map((entry) => entry.from))].sort((a, b) => a - b)
  for (const from of froms) {
    const setup = inputSetup.findLast((entry) => entry.from <= from)?.setup ?? null
    const plan = setup === null ? null : readInputSetup(setup).plan
    const inputs = plan === null ? null : interned(plans, plan)
    const fixed = source.findLast((entry) => entry.from <= from)?.source ?? null
    const last = over.at(-1)
    if (last?.fixed !== fixed || last.inputs !== inputs) over.push({ from, fixed, inputs })
  }
  return over
}

/** Returns one shared object for all set-ups with the same meaning, so that they can be compared by identity. */
function interned(plans: Map<string, InputChannels>, plan: InputPlan): InputChannels {
  const text = JSON.stringify(plan)
  const channels = plans.get(text) ?? channelsOf(plan)
  plans.set(text, channels)
  return channels
}

/**
 * Returns the rule of the list `over` that was in force at `at`, the instant (epoch ms) of the last change of settings
 * that was applied. Null gives the first rule.
 */
export function decidingAt(over: readonly Deciding[], at: number | null): Deciding {
  if (at === null) return over[0] ?? fromTheStart
  return over.findLast((entry) => entry.from <= at) ?? fromTheStart
}

/**
 * Returns the source that decides (domain, section 3): the fixed one, else inputs, else status once the current primary
 * device has sent a status, else cycles.
 */
export function sourceOf({ fixed, inputs }: Deciding, hasSentStatus: boolean): Source {
  if (fixed !== null) return fixed
  if (inputs !== null) return 'inputs'
  return hasSentStatus ? 'status' : 'cycles'
}
