import type { AlarmType } from './alarm-type.ts'
import { pmNotes } from './pm-notes.ts'

/** Alarm type 7. It trips when some hours, days, weeks or months have passed since the last maintenance. */
export const pmDuration = {
  id: 7,
  name: 'PM duration',
  description: 'Trips when this much time has passed since the last maintenance.',
  argsTemplate: {
    duration: { type: 'number', label: 'Every', placeholder: 'Number', order: 1, min: 1, max: 1000, step: 1 },
    duration_unit: {
      type: 'select',
      label: 'Unit',
      description: 'Days, weeks and months follow the calendar of the machine’s time zone.',
      order: 2,
      options: [
        { value: 'hours', label: 'hours' },
        { value: 'days', label: 'days' },
        { value: 'weeks', label: 'weeks' },
        { value: 'months', label: 'months' },
      ],
      default: 'days',
    },
    notes: pmNotes,
  },
  pmEnabled: true,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
