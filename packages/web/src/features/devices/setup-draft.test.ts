import { formWith, INPUT_TEMPLATES, INPUTS, type InputForm } from '@millwatch/domain/devices'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftOfSetup, filterMsOf, missingOfDraft, setupOfDraft, withInput, withLevel } from './setup-draft.ts'

describe('an input set-up being chosen', () => {
  test('is as it was while nothing is changed', () => {
    for (const setup of [
      { cycle: { inputs: '24v0' }, running: { inputs: ['24v0', '120v1'] }, down: { inputs: '24v1' } },
      { running: { inputs: '24v0', filters: { '24v0': { duration: 1500, value: 0 } } } },
      {
        running: { inputs: '24v0' },
        down: { inputs: '24v1', filters: { '24v1': { duration: 700, value: -1 } } },
      },
      { ...INPUT_TEMPLATES.standard_24_volt },
      { of: 'their own' },
    ])
      expect(setupOfDraft(draftOfSetup(setup))).toEqual(setup)
  })

  test('waits for a signal, and for seconds that can be read', () => {
    const blank = draftOfSetup(null)
    expect(missingOfDraft(blank)).toBe('Choose the signal first')
    expect(setupOfDraft(blank)).toBeNull()
    const flash = { durationMs: 9000, value: -1 } as const
    const form = formWith({ first: { input: '24v0', level: 1, flash } })
    const flashing = { ...blank, kind: 'sustained', form, seconds: { first: 'soon', second: '5', down: '9' } }
    expect(missingOfDraft(flashing)).toBe('Type the seconds of the flashing filter first')
    expect(setupOfDraft({ ...flashing, seconds: { first: '2.5', second: '', down: '' } })).toMatchObject({
      running: { filters: { '24v0': { duration: 2500, value: -1 } } },
    })
  })

  test('has 9 s for the first input and 5 s for the second by default; a down input is the first of its part', () => {
    expect(draftOfSetup(null).seconds).toEqual({ first: '9', second: '5', down: '9' })
  })
})

test.each<[string, number | null]>([
  ['9', 9000],
  [' 0.25 ', 250],
  ['1,5', 1500],
  ['', null],
  ['0', null],
  ['-1', null],
  ['0.0001', null],
  ['9 s', null],
  ['Infinity', null],
])('%j as seconds of a filter is %s ms', (text, ms) => expect(filterMsOf(text)).toBe(ms))

test('no input is at two places, in any order of choices', () => {
  const step = fc.tuple(fc.constantFrom('first' as const, 'second' as const), fc.constantFrom(...INPUTS))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.constantFrom(...INPUTS), (steps, downInput) => {
      fc.pre(downInput !== '24v0' && downInput !== '24v1')
      const start: InputForm = { ...formWith({ join: 'and' }), down: { input: downInput, level: 1, flash: null } }
      const { first, second, down } = steps.reduce((form, [which, input]) => withInput(form, which, input), start)
      expect(new Set([first.input, second.input, down?.input]).size).toBe(3)
    }),
  )
})

test('flashes go on meaning running or down when another level counts', () => {
  const flash = (value: 0 | 1 | -1) => ({ durationMs: 9000, value })
  const high = { input: '24v0', level: 1 } as const
  expect(withLevel({ ...high, flash: flash(1) }, 0)).toEqual({ ...high, level: 0, flash: flash(0) })
  expect(withLevel({ ...high, flash: flash(0) }, 0)).toEqual({ ...high, level: 0, flash: flash(1) })
  expect(withLevel({ ...high, flash: flash(1) }, 1)).toEqual({ ...high, flash: flash(1) })
  expect(withLevel({ ...high, flash: flash(-1) }, 0)).toEqual({ ...high, level: 0, flash: flash(-1) })
})
