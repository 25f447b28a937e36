/** Field for the utilization (%) below which an alarm trips; its types add description and order. */
export const belowPct = {
  type: 'number',
  label: 'Below',
  placeholder: 'Percent',
  min: 0.1,
  max: 1000,
  step: 0.1,
  unit: '%',
} as const
