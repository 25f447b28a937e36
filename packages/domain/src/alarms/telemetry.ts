import { firstIndex, MINUTE_MS, partsWithin } from '../time/index.ts'
import type { AlarmRule, AlarmSpan } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg, textArg } from './args.ts'
import type { Quantity, WatchedValue } from './rule.ts'
import { beyondLimit } from './telemetry-values.ts'

/** Alarm type 8. It is tripped while a value has been beyond its limit for the number of minutes in its argument. */
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
  limit: { arg: 'value', reads: ['what', 'direction'], beyond: 'direction' },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType

/**
 * Rule of type 8. A value stands until the next one, however long that takes: a machine that falls silent is the matter
 * of the alarm type Offline. If there are several values at one instant, the last one counts.
 */
export const telemetryRule: AlarmRule = {
  needs: (args) => ({
    values: { quantity: textArg(args, 'what') as Quantity, backMs: numberArg(args, 'minutes') * MINUTE_MS },
    shiftReachMs: 0,
  }),
  spans: ({ args, data: { values }, ranges }) => {
    const delayMs = numberArg(args, 'minutes') * MINUTE_MS
    const isBeyond = beyondLimit(args)
    const spans: AlarmSpan[] = []
    let since: number | null = null
    const add = (to: number) => {
      if (since !== null && since + delayMs < to) spans.push({ from: since + delayMs, to, value: { amount: 0, since } })
      since = null
    }
    for (const [i, value] of values.entries()) {
      if (values[i + 1]?.at === value.at) continue
      if (!isBeyond(value.value)) add(value.at)
      else since ??= value.beyondSince ?? value.at
    }
    add(Number.POSITIVE_INFINITY)
    return partsWithin(spans, ranges).map((span) => ({
      ...span,
      value: { ...span.value, amount: valueAt(values, span.from) },
    }))
  },
  levels: ({ data: { values }, ranges }) => {
    const inForce = values.flatMap(({ at, value }, i) => {
      const to = values[i + 1]?.at ?? Number.POSITIVE_INFINITY
      return at < to ? [{ from: at, to, value: { amount: value, since: at } }] : []
    })
    return partsWithin(inForce, ranges).map(({ from, to, value: { amount } }) => ({
      ...{ from, to, first: amount, last: amount },
    }))
  },
  foreseesMs: Number.POSITIVE_INFINITY,
}

/** Returns the last value at or before an instant (epoch ms), also of several at one instant; 0 if there is none. */
function valueAt(values: readonly WatchedValue[], at: number): number {
  return values[firstIndex(values.length, (i) => (values[i] as WatchedValue).at > at) - 1]?.value ?? 0
}
