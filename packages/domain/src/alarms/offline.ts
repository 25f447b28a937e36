import type { AlarmType } from './alarm-type.ts'

/** Alarm type 4. It is tripped while the last contact with the machine's device is older than some minutes. */
export const offline = {
  id: 4,
  name: 'Offline',
  description:
    'Trips when the server has had no contact with the device for this long, and clears at the next contact.',
  argsTemplate: {
    minutes: {
      type: 'number',
      label: 'For',
      description: 'Minutes without any message from the device, at least 5.',
      placeholder: 'Minutes',
      order: 1,
      min: 5,
      max: 10_080,
      step: 1,
      unit: 'm',
      default: 10,
    },
  },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
