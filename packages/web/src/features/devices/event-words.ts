import { count, exactSeconds, quantity } from '../../lib/format.ts'
import { labelOf } from './input-words.ts'
import type { DevicePage } from './types.ts'

type DeviceEvent = DevicePage['events'][number]

/** Names of the types of events on the screen, by the type in the API. */
const NAMES: Readonly<Record<string, string>> = {
  cycle: 'Cycle',
  tlm: 'Reading',
  input: 'Input',
  status: 'Status',
  power: 'Power',
  ping: 'Ping',
  impact: 'Impact',
  ack: 'Acknowledgement',
}

/** Returns the name of the type of an event; `In quarantine` for an event without a type, and an unknown type as it is. */
export const eventName = ({ type }: Pick<DeviceEvent, 'type'>): string =>
  type === null ? 'In quarantine' : (NAMES[type] ?? type)

/**
 * Returns the temperature and the analog value of an event as texts (`temperature 21.5`, `analog 4`); missing values are left
 * out.
 */
const readings = ({ temperature_1: temperature, analog_in_1: analog }: DeviceEvent): string[] => [
  ...(temperature === null ? [] : [`temperature ${quantity(temperature)}`]),
  ...(analog === null ? [] : [`analog ${quantity(analog)}`]),
]

function cycleWords(event: DeviceEvent): string[] {
  const { cycle_time: seconds, number } = event
  const cycles = number === null || number === 1 ? [] : [`${count(number)} cycles`]
  return [...cycles, ...(seconds === null ? [] : [exactSeconds(seconds)]), ...readings(event)]
}

const SAYS: Readonly<Record<string, (event: DeviceEvent) => string[]>> = {
  cycle: cycleWords,
  tlm: readings,
  input: ({ input, number }) => [`${labelOf(input ?? '')} ${number === 1 ? 'high' : 'low'}`],
  status: ({ number }) => [number === 1 ? 'running' : 'down'],
  power: ({ number }) => [number === 1 ? 'on' : 'off'],
  impact: ({ analog_in_1: force }) => [`force ${force === null ? 'not known' : quantity(force)}`],
  ack: ({ number }) => [`of command ${number}`],
}

/**
 * Returns the content of an event as text, empty for a type without content. For an event in quarantine it is the reason and the
 * text as it was sent.
 */
export function eventWords(event: DeviceEvent): string {
  if (event.type === null) return [event.reason_text, event.raw].filter(Boolean).join(': ')
  return SAYS[event.type]?.(event).join(', ') ?? ''
}
