import { describe, expect, test } from 'vitest'
import { draftOfType, typeOf } from './alarm-draft.testing.ts'
import { changedWords } from './changed-words.ts'
import type { AlarmDraft } from './draft.ts'

/** Returns the words for what `change` does to an alarm of a type, which has these arguments stored. */
function wordsOf(typeId: number, args: AlarmDraft['args'], change: Partial<AlarmDraft>, hasOutputs = true) {
  const type = typeOf(typeId)
  const stored = draftOfType(type, args)
  const draft = { ...stored, ...change, args: { ...stored.args, ...change.args } }
  return changedWords(stored, draft, { type, analogUnit: 'bar', hasOutputs })
}

describe('What an alarm changes of what is stored', () => {
  test.each<[AlarmDraft['args'], AlarmDraft['args'], string]>([
    [{ value: '60' }, { value: '62' }, 'limit 60 → 62 °C'],
    [{ value: '60', minutes: '0' }, { minutes: '5' }, 'for at least 0 → 5 minutes'],
    [{ value: '60' }, { value: '62', direction: 'below' }, 'is above → below, limit 60 → 62 °C'],
    [{ what: 'analog', value: '6' }, { value: '6.5' }, 'limit 6 → 6.5 bar'],
    [{ value: '60' }, { value: '' }, 'limit 60 °C → nothing'],
    [{ value: '60' }, { what: 'cycle_time' }, 'value Temperature → Cycle time, limit 60 °C → 60 s'],
    [{ value: '60' }, { what: 'cycle_time', value: '12' }, 'value Temperature → Cycle time, limit 60 °C → 12 s'],
  ])('of telemetry %j by %j is %s', (stored, changed, words) => {
    expect(wordsOf(8, stored, { args: changed })).toBe(words)
  })

  test('is a box as yes or no', () => {
    expect(wordsOf(1, { cycles: '18', scheduled_only: true }, { args: { scheduled_only: false } })).toBe(
      'only when scheduled yes → no',
    )
  })

  test('is how often and when people are notified, and the outputs', () => {
    const change: Partial<AlarmDraft> = { isRepeated: true, notifyOnClear: true, outputs: ['24v'] }
    expect(wordsOf(4, { minutes: '10' }, change)).toBe(
      'notify once → every 4 hours, notify on clear no → yes, outputs none → 24v',
    )
  })

  test('has no outputs where the company has none, and no clear notice of maintenance', () => {
    expect(wordsOf(4, {}, { outputs: ['24v'] }, false)).toBeUndefined()
    expect(wordsOf(5, { cycle_count: '100' }, { notifyOnClear: true })).toBeUndefined()
  })

  test('names notes and parts of maintenance', () => {
    const change: Partial<AlarmDraft> = {
      args: { notes: 'Grease' },
      parts: [{ partId: 4, action: 'replace', qty: '1' }],
    }
    expect(wordsOf(5, { cycle_count: '100' }, change)).toBe('notes, parts')
  })

  test('is nothing where the time between notices is only written otherwise', () => {
    const type = typeOf(4)
    const stored: AlarmDraft = {
      ...draftOfType(type, { minutes: '10' }),
      isRepeated: true,
      repeatValue: '4',
      repeatUnit: 'hours',
    }
    const terms = { type, analogUnit: '', hasOutputs: true }
    expect(changedWords(stored, { ...stored, repeatValue: '240', repeatUnit: 'minutes' }, terms)).toBeUndefined()
    expect(changedWords(stored, { ...stored, repeatValue: '1' }, terms)).toBe('notify every 4 hours → every hour')
  })

  test('is nothing for the same number written otherwise, or the stored value typed again', () => {
    expect(wordsOf(8, { value: '60' }, { args: { value: '60.0' } })).toBeUndefined()
    expect(wordsOf(8, { value: '60' }, {})).toBeUndefined()
  })
})
