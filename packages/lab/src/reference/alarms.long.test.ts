import { alarmTypes } from '@millwatch/domain/alarms'
import { describe, expect, test } from 'vitest'
import { coverCases } from '../budget.ts'
import { alarmsAgree } from './alarm-rules.ts'
import { recordedAlarmsAgree, recordedDevices } from './recorded-alarm-rules.ts'

describe('Up to 20,000 times alarms agree with a reference model, however data arrive and whatever is edited', () => {
  test.each(alarmTypes)(
    '$id $name',
    async ({ id, name }) => {
      let trips = 0
      const run = (count: number) => {
        trips += alarmsAgree(id, count)
      }
      await coverCases({ title: `Alarms, ${name}`, whole: 20_000, share: 25, properties: alarmTypes.length + 1, run })
      process.stdout.write(`Alarms, ${name}: ${trips} trips\n`)
      expect(trips, 'trips among them').toBeGreaterThan(0)
    },
    7_200_000,
  )
})

describe('Alarms on a recording equal an independent computation, in however many steps it arrives', () => {
  const stepsOf = [1, 2, 3, 7, 20, 90, 300]
  test('each recording', async () => {
    const run = (count: number, first: number) => {
      for (let i = first; i < first + count; i++) {
        const [name, device] = recordedDevices[i % recordedDevices.length] ?? ['', '']
        recordedAlarmsAgree(name, device, stepsOf[Math.floor(i / recordedDevices.length)] ?? 1)
      }
    }
    const whole = recordedDevices.length * stepsOf.length
    await coverCases({ title: 'Alarms on recordings', whole, share: 1, properties: alarmTypes.length + 1, run })
  })
})
