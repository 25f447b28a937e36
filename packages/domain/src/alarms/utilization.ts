import type { AlarmType } from './alarm-type.ts'
import { scheduledOnly } from './scheduled-only.ts'

/** Alarm type 9. It is tripped while the utilization of the last hours is below a percentage. */
export const utilization = {
  id: 9,
  name: 'Utilization',
  description: 'Trips when the utilization of the last hours is below this percentage.',
  argsTemplate: {
    below: {
      type: 'number',
      label: 'Below',
      description: 'Utilization as the pages show it for the last hours, with at least 30 minutes scheduled in them.',
      placeholder: 'Percent',
      order: 1,
      min: 0.1,
      max: 1000,
      step: 0.1,
      unit: '%',
    },
    hours: {
      type: 'number',
      label: 'Over the last',
      placeholder: 'Hours',
      order: 2,
      min: 1,
      max: 168,
      step: 1,
      unit: 'h',
      default: 1,
    },
    scheduled_only: {
      ...scheduledOnly,
      description: 'Trips in scheduled time and its breaks of at most 30 minutes only, and clears at their end.',
      order: 3,
    },
  },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
