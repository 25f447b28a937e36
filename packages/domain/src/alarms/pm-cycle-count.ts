import type { AlarmType } from './alarm-type.ts'
import { pmNotes } from './pm-notes.ts'

/** Alarm type 5. It trips at the cycle that reaches a count since the last maintenance. */
export const pmCycleCount = {
  id: 5,
  name: 'PM cycle count',
  description: 'Trips when the machine has made this many cycles since the last maintenance.',
  argsTemplate: {
    cycle_count: {
      type: 'number',
      label: 'Every',
      placeholder: 'Cycles',
      order: 1,
      min: 1,
      max: 1_000_000_000,
      step: 1,
      unit: 'cycles',
    },
    notes: pmNotes,
  },
  pmEnabled: true,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
