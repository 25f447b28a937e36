import type { AlarmType } from './alarm-type.ts'

/** Alarm type 8. It is tripped while a value has been beyond a limit for some minutes. */
export const telemetry = {
  id: 8,
  name: 'Telemetry',
  description: 'Trips once the value has been beyond the limit for the whole time, and clears when the value is back.',
  argsTemplate: {
    what: {
      type: 'select',
      label: 'Value',
      order: 1,
      options: [
        { value: 'temperature', label: 'Temperature' },
        { value: 'analog', label: 'Analog input' },
        { value: 'cycle_time', label: 'Cycle time' },
      ],
      default: 'temperature',
    },
    direction: {
      type: 'select',
      label: 'Is',
      order: 2,
      options: [
        { value: 'above', label: 'above' },
        { value: 'below', label: 'below' },
      ],
      default: 'above',
    },
    value: {
      type: 'number',
      label: 'Limit',
      description: 'At exactly the limit the alarm does not trip. Temperature in °C, cycle time in seconds.',
      placeholder: 'Limit',
      order: 3,
      min: -1_000_000_000,
      max: 1_000_000_000,
      step: 0.001,
    },
    minutes: {
      type: 'number',
      label: 'For at least',
      description: 'Minutes for which the value must stay beyond the limit; 0 trips at the first such value.',
      placeholder: 'Minutes',
      order: 4,
      min: 0,
      max: 1440,
      step: 1,
      unit: 'm',
      default: 0,
    },
  },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType
