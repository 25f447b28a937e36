import { alarmTypes, comparedLimit } from '@millwatch/domain/alarms'
import { describe, expect, test } from 'vitest'
import { alarmsAgree, limitsAgree, piecesAgree } from './alarm-rules.ts'

describe('Alarms agree with a reference model, however data arrive and whatever is edited', () => {
  test.each(alarmTypes)('$id $name', ({ id }) => {
    expect(alarmsAgree(id, 40)).toBeGreaterThan(0)
  })
})

describe('Alarms that read events, evaluated in pieces, agree with the reference model', () => {
  test.each([1, 3, 8] as const)('type %i', (id) => {
    expect(piecesAgree(id, 200)).toBeGreaterThan(0)
  })
})

describe('An alarm without a delay trips just if the extreme that its limit is compared with is beyond it', () => {
  test.each(alarmTypes.filter(({ id }) => comparedLimit(id) !== undefined))('$id $name', ({ id }) => {
    expect(limitsAgree(id, 60)).toBeGreaterThan(0)
  })
})
