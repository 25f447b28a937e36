/** Input set-ups of the stories, in the form of the call and in that of the reference model. */
import type { ReferenceSetup } from '../reference/inputs.ts'

export type SetupName = 'none' | 'one' | 'both' | 'flashing' | 'down' | 'pulsed'

type Plan = Omit<ReferenceSetup, 'from'>

const decidesNothing: Plan = { running: null, down: null, filters: {} }
const firstInput = { inputs: ['24v0'], join: 'or' } as const

export const setups: Readonly<
  Record<SetupName, { readonly setup: Record<string, unknown> | null; readonly plan: Plan }>
> = {
  none: { setup: null, plan: decidesNothing },
  one: { setup: { running: { inputs: '24v0' } }, plan: { ...decidesNothing, running: firstInput } },
  both: {
    setup: { running: { inputs: { '24v0': 1, '24v1': 1 } } },
    plan: { ...decidesNothing, running: { inputs: ['24v0', '24v1'], join: 'and' } },
  },
  flashing: {
    setup: { running: { inputs: '24v0', filters: { '24v0': { duration: 61_000, value: 1 } } } },
    plan: { running: firstInput, down: null, filters: { '24v0': { durationMs: 61_000, value: 1 } } },
  },
  down: {
    setup: { running: { inputs: '24v0' }, down: { inputs: '120v0' } },
    plan: { running: firstInput, down: { inputs: ['120v0'], join: 'or' }, filters: {} },
  },
  pulsed: {
    setup: { cycle: { inputs: '24v0' }, down: { function: 'stdDevOrMaxCycleTime' } },
    plan: decidesNothing,
  },
}
