import type { Contact } from '../devices/index.ts'
import { partsWithin, type Range } from '../time/index.ts'
import type { AlarmRule, AlarmSpan } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'

/**
 * Alarm type 4. It is tripped while the last contact with the machine's device is older than the number of minutes in its
 * argument.
 */
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
  limit: { arg: 'minutes', reads: [], beyond: 'above' },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType

/**
 * Rule of type 4. Contact is the receipt of any message, by the server's clock, and is never rewritten: data that a device
 * buffered and sends late does not change past contact. The alarm trips 1 ms after the time of the limit has passed. It never
 * trips for a machine without any contact yet.
 */
export const offlineRule: AlarmRule = {
  needs: () => ({ contact: true, shiftReachMs: 0 }),
  spans: ({ args, data: { contact }, ranges }) => {
    if (contact === null) return []
    const limitMs = numberArg(args, 'minutes') * 60_000
    const spans = silencesOf(contact).flatMap(({ from, to }): AlarmSpan[] => {
      const passedAt = from + limitMs + 1
      return passedAt < to ? [{ from: passedAt, to, value: { amount: 0, since: from } }] : []
    })
    return partsWithin(spans, ranges).map((span) => {
      const { since } = span.value
      return { ...span, value: { amount: span.from - since, since } }
    })
  },
  levels: ({ data: { contact }, ranges }) =>
    (contact === null ? [] : silencesOf(contact)).flatMap((silence) =>
      partsWithin([silence], ranges).map(({ from, to }) => ({
        ...{ from, to },
        ...{ first: from - silence.from, last: to - 1 - silence.from },
      })),
    ),
  foreseesMs: Number.POSITIVE_INFINITY,
}

/** Returns the ranges without contact, ascending: the gaps, then all time from the last contact on, to `Infinity`. */
const silencesOf = ({ gaps, lastAt }: Contact): Range[] => [...gaps, { from: lastAt, to: Number.POSITIVE_INFINITY }]
