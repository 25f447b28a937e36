import type { AlarmType } from './alarm-type.ts'

/** Alarm type 2. It is tripped from the instant at which a stop becomes excessive until the stop ends. */
export const excessiveDowntime = {
  id: 2,
  name: 'Excessive downtime',
  description:
    'Trips when a stop reaches the excessive downtime threshold of the machine, and clears when the stop ends.',
  argsTemplate: {},
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
