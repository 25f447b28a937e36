import type { AlarmType } from './alarm-type.ts'
import { scheduledOnly } from './scheduled-only.ts'

/** Alarm type 1. It is tripped while the machine has made fewer cycles than a number in the last 60 minutes. */
export const cyclesPerHour = {
  id: 1,
  name: 'Cycles per hour',
  description: 'Trips when the machine has made fewer cycles than this in the last 60 minutes.',
  argsTemplate: {
    cycles: {
      type: 'number',
      label: 'Fewer cycles than',
      description: 'Cycles in the last 60 minutes. At exactly this number the alarm does not trip.',
      placeholder: 'Cycles',
      order: 1,
      min: 1,
      max: 1_000_000,
      step: 1,
    },
    scheduled_only: {
      ...scheduledOnly,
      description: 'Counts the last 60 minutes of scheduled time, from the first scheduled hour on.',
      order: 2,
    },
  },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
