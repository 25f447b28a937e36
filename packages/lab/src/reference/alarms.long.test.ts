import { alarmTypes } from '@millwatch/domain/alarms'
import { describe, test } from 'vitest'
import { coverCases } from '../budget.ts'
import { alarmsAgree } from './alarm-rules.ts'

describe('Up to 20,000 times alarms agree with a reference model, however data arrive and whatever is edited', () => {
  test.each(alarmTypes)('$id $name', async ({ id, name }) => {
    const run = (count: number) => alarmsAgree(id, count)
    await coverCases({ title: `Alarms, ${name}`, whole: 20_000, share: 100, properties: alarmTypes.length, run })
  })
})
