import { type InputPlan, readInputSetup } from '../signals/index.ts'
import { channelsOf, type InputChannels } from './input-levels.ts'
import type { Source, StatusSettings } from './types.ts'

/** What may decide from an instant on: what an admin fixed, and what inputs decide by (null: they do not). */
export interface Deciding {
  readonly from: number
  readonly fixed: Source | null
  readonly inputs: InputChannels | null
}

const fromTheStart: Deciding = { from: Number.NEGATIVE_INFINITY, fixed: null, inputs: null }

/** Set-ups and fixed sources as one list, ascending; neighbours differ, the first is from ever. */
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

/** Set-ups that mean the same are the same. */
function interned(plans: Map<string, InputChannels>, plan: InputPlan): InputChannels {
  const text = JSON.stringify(plan)
  const known = plans.get(text) ?? channelsOf(plan)
  plans.set(text, known)
  return known
}

/** The entry that the last change taken began; null: none was. */
export function decidingAt(over: readonly Deciding[], at: number | null): Deciding {
  if (at === null) return over[0] ?? fromTheStart
  return over.findLast((entry) => entry.from <= at) ?? fromTheStart
}

/** Which of the rules decides (domain, section 3): `toldStatus`: this primary has told a status. */
export function sourceOf({ fixed, inputs }: Deciding, toldStatus: boolean): Source {
  if (fixed !== null) return fixed
  if (inputs !== null) return 'inputs'
  return toldStatus ? 'status' : 'cycles'
}
