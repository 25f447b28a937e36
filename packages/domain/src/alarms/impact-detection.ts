import type { AlarmType } from './alarm-type.ts'

/** Alarm type 3. Each impact of at least a force trips it, and the trip is over at the same instant. */
export const impactDetection = {
  id: 3,
  name: 'Impact detection',
  description: 'Trips at every impact of at least this force that the device reports.',
  argsTemplate: {
    force: {
      type: 'number',
      label: 'Force',
      description: 'Least force, in the unit of the device; 0 means any impact.',
      placeholder: 'Force',
      order: 1,
      min: 0,
      max: 1_000_000,
      step: 0.01,
      default: 0,
    },
  },
  pmEnabled: false,
  trippable: false,
  outputs: false,
  repeats: false,
} as const satisfies AlarmType
