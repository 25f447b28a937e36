/**
 * Number field for the utilization below which an alarm trips: 0.1 % to 1000 % in steps of 0.1 %, without a default. An alarm
 * type that uses the field adds `order` and may add `description`.
 */
export const belowPct = {
  type: 'number',
  label: 'Below',
  placeholder: 'Percent',
  min: 0.1,
  max: 1000,
  step: 0.1,
  unit: '%',
} as const
