import { describe, expect, test } from 'vitest'
import { recordedAlarmsAgree, recordedDevices } from './recorded-alarm-rules.ts'

/** Evaluations while a recording arrives; the long suite has more. */
const STEPS = 4

describe('Alarms on a recording, evaluated as it arrives, equal an independent computation to the millisecond', () => {
  test.each(recordedDevices)('%s, %s', (name, device) => {
    expect(recordedAlarmsAgree(name, device, STEPS)).toBeGreaterThan(0)
  })
})
