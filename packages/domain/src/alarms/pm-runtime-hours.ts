import type { AlarmType } from './alarm-type.ts'
import { pmNotes } from './pm-notes.ts'

/** Alarm type 6. It trips when the running time since the last maintenance reaches some hours. */
export const pmRuntimeHours = {
  id: 6,
  name: 'PM runtime hours',
  description: 'Trips when the machine has run for this many hours since the last maintenance.',
  argsTemplate: {
    runtime_hours: {
      type: 'number',
      label: 'Every',
      description: 'Hours of running, scheduled or not.',
      placeholder: 'Hours',
      order: 1,
      min: 0.1,
      max: 1_000_000,
      step: 0.1,
      unit: 'hours',
    },
    notes: pmNotes,
  },
  pmEnabled: true,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
