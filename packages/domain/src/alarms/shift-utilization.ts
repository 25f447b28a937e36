import type { AlarmType } from './alarm-type.ts'

/** Alarm type 10. It trips at the end of a shift whose utilization was below a percentage, and is over at that instant. */
export const shiftUtilization = {
  id: 10,
  name: 'Utilization at end of shift',
  description: 'Trips at the end of a shift when the utilization of that shift was below this percentage.',
  argsTemplate: {
    below: {
      type: 'number',
      label: 'Below',
      placeholder: 'Percent',
      order: 1,
      min: 0.1,
      max: 1000,
      step: 0.1,
      unit: '%',
    },
    shift: {
      type: 'select',
      label: 'Shift',
      description: 'All shifts include scheduled time without a shift, which ends at midnight if it has no other end.',
      order: 2,
      options: [
        { value: 'all', label: 'All shifts' },
        { value: '1', label: 'First shift' },
        { value: '2', label: 'Second shift' },
        { value: '3', label: 'Third shift' },
      ],
      default: 'all',
    },
  },
  pmEnabled: false,
  trippable: false,
  outputs: false,
  repeats: false,
} as const satisfies AlarmType
