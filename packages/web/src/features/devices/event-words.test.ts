import { expect, test } from 'vitest'
import { eventName, eventWords } from './event-words.ts'

const blank = {
  ...{ occurred_at: null, received_at: '2026-11-02T09:00:00Z', equipment_id: null, cycle_time: null, number: null },
  ...{ temperature_1: null, analog_in_1: null, input: null, since: null, reason_text: null, raw: null },
}

test.each([
  [{ type: 'cycle', cycle_time: 2.5, number: 1 }, 'Cycle', '2.5 s'],
  [{ type: 'cycle', cycle_time: 2.5, number: 1200, temperature_1: 0 }, 'Cycle', '1,200 cycles, 2.5 s, temperature 0'],
  [{ type: 'cycle', number: 1 }, 'Cycle', ''],
  [{ type: 'tlm', temperature_1: -3.25, analog_in_1: 4 }, 'Reading', 'temperature -3.25, analog 4'],
  [{ type: 'input', input: '24v0', number: 1 }, 'Input', '24v #1 high'],
  [{ type: 'input', input: 'of its own', number: 0 }, 'Input', 'of its own low'],
  [{ type: 'status', number: 0 }, 'Status', 'down'],
  [{ type: 'power', number: 1 }, 'Power', 'on'],
  [{ type: 'ping' }, 'Ping', ''],
  [{ type: 'impact', analog_in_1: 7.5 }, 'Impact', 'force 7.5'],
  [{ type: 'ack', number: 12 }, 'Acknowledgement', 'of command 12'],
  [{ type: null, reason_text: 'It cannot be read', raw: '<script>' }, 'In quarantine', 'It cannot be read: <script>'],
] as const)('%j is said as %s: %s', (event, name, words) => {
  expect([eventName(event), eventWords({ ...blank, ...event })]).toEqual([name, words])
})
