import { INPUT_TEMPLATES, PULSED } from '@millwatch/domain/devices'
import { expect, test } from 'vitest'
import { wordsOfSetup } from './input-words.ts'

test.each<[unknown, string]>([
  [{ running: { inputs: '24v0' } }, 'Running while 24v #1 is high.'],
  [{ running: { inputs: { '24v0': 1, '120v0': 1 } } }, 'Running while 120v #1 is high and 24v #1 is high.'],
  [{ running: { inputs: ['24v0', { '24v1': 0 }] } }, 'Running while 24v #1 is high or 24v #2 is low.'],
  [
    { running: { inputs: '24v0' }, down: { inputs: '120v1' } },
    'Running while 24v #1 is high, down while 120v #2 is high.',
  ],
  [
    { running: { inputs: '24v0', filters: { '24v0': { duration: 4500, value: 1 } } } },
    'Running while 24v #1 is high. Pulses of 24v #1 of at most 4.5 s count as running.',
  ],
  [
    {
      running: { inputs: { '24v0': 0 }, filters: { '24v0': { duration: 9000, value: 1 } } },
      down: { inputs: '120v1', filters: { '120v1': { duration: 5000, value: 1 } } },
    },
    'Running while 24v #1 is low, down while 120v #2 is high. Pulses of 24v #1 of at most 9 s count as down. ' +
      'Pulses of 120v #2 of at most 5 s count as down.',
  ],
  [
    { cycle: { inputs: '24v1' }, down: { function: PULSED } },
    'Each pulse of 24v #2 is a cycle. Running until the next one is overdue.',
  ],
  [INPUT_TEMPLATES.standard_120_volt, 'standard_120_volt: Running while 120v #1 is high.'],
  [{ other: 1 }, 'Device is using a non-standard input type.'],
  [
    { running: { inputs: { '24v0': 1, '24v1': 1, '120v0': 1 } } },
    'Device is using a non-standard input type. Running while 120v #1 is high and 24v #1 is high and 24v #2 is high.',
  ],
])('%j is said as: %s', (setup, words) => expect(wordsOfSetup(setup)).toBe(words))
