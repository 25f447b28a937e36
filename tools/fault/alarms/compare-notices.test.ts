import { describe, expect, test } from 'vitest'
import type { AlarmedMachine } from './alarm-plant.ts'
import { wrongMessages } from './compare-notices.ts'
import type { AcceptedMessage } from './message-services.ts'
import type { StoredMessage } from './notice-ledger.ts'

const eva = { userId: 3, email: 'eva@plant.example', phone: '+15550003' }
const machine: AlarmedMachine = { equipmentId: 1, deviceId: 1, uuid: 'u', key: 'k', alarmId: 7, people: [eva] }
const stored: StoredMessage = { id: 'a', channel: 'sms', userId: 3, form: 'single', isSent: true, alarmId: 7 }
const accepted: AcceptedMessage = {
  id: 'a',
  channel: 'sms',
  recipient: eva.phone,
  text: 'Press: hot http://plant.example/e/1/alarms?alarm=7',
}

/**
 * Returns the faults found when `copies` were accepted of the stored message, of which `killed` fell into the window of a kill.
 */
const faults = (copies: readonly AcceptedMessage[], killed = 0, message = stored) =>
  wrongMessages([message], { machines: [machine], accepted: copies, ledger: { allowed: () => killed } })

describe('A message that services accepted', () => {
  test('once, or once more for each kill between yes and commit, is right', () => {
    expect(faults([accepted])).toEqual([])
    expect(faults([accepted, accepted], 1)).toEqual([])
  })

  test.each<[string, readonly AcceptedMessage[], number, string]>([
    ['twice without such a kill', [accepted, accepted], 0, 'was sent 2 times instead of 1'],
    ['once where a kill has it sent again', [accepted], 1, 'was sent 1 times instead of 2'],
    ['never', [], 0, 'was sent 0 times instead of 1'],
    ['from somebody else', [{ ...accepted, recipient: '+15550004' }], 0, 'went to somebody else'],
    ['about another alarm', [{ ...accepted, text: 'alarm=70' }], 0, 'is about something else'],
    ['again under another id', [accepted, { ...accepted, id: 'b' }], 0, 'was sent, not stored'],
  ])('%s is a fault', (_name, copies, killed, text) => {
    expect(faults(copies, killed).join()).toContain(text)
  })

  test('that the database does not know as sent is a fault', () => {
    expect(faults([accepted], 0, { ...stored, isSent: false }).join()).toContain('is not sent')
  })
})
