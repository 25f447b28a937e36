import { alarmTypes } from '@millwatch/domain/alarms'
import { describe, expect, test } from 'vitest'
import { alarmsAgree } from './alarm-rules.ts'

describe('Alarms agree with a reference model, however data arrive and whatever is edited', () => {
  test.each(alarmTypes)('$id $name', ({ id }) => {
    expect(alarmsAgree(id, 40)).toBeGreaterThan(0)
  })
})
