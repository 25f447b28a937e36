import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FormInput,
  formOfSetup,
  formWith,
  freeInput,
  INPUT_TEMPLATES,
  INPUTS,
  type InputForm,
  type InputTerms,
  PULSED,
  readInputSetup,
  setupOfForm,
  templateOfSetup,
} from './index.ts'

const anyLevel = fc.constantFrom(0 as const, 1 as const)
const anyFlash = fc.record({ durationMs: fc.integer({ min: 1, max: 60_000 }), value: fc.constantFrom(1, 0, -1) })
const anyForm = fc.shuffledSubarray([...INPUTS], { minLength: 3, maxLength: 3 }).chain(([a, b, c]) => {
  const inputAt = (input: (typeof INPUTS)[number] = '24v0') =>
    fc.record({ input: fc.constant(input), level: anyLevel, flash: fc.option(anyFlash) }) as fc.Arbitrary<FormInput>
  return fc.record({
    signal: fc.constantFrom('sustained' as const, 'pulsed' as const),
    join: fc.constantFrom('single' as const, 'and' as const, 'or' as const),
    first: inputAt(a),
    second: inputAt(b),
    down: fc.option(inputAt(c)),
    cycle: fc.constantFrom(null, ...INPUTS),
  }) as fc.Arbitrary<InputForm>
})

type Levels = Readonly<Record<string, 0 | 1>>
const anyLevels = fc.record({ '24v0': anyLevel, '24v1': anyLevel, '120v0': anyLevel, '120v1': anyLevel })
const holds = (terms: InputTerms, levels: Levels) =>
  terms.some((all) => all.every(({ input, level }) => levels[input] === level))

describe('what a form says', () => {
  test('is what the server reads of the set-up made of it, at any levels of the inputs', () => {
    fc.assert(
      fc.property(anyForm, anyLevels, (form, levels) => {
        const { kind, plan } = readInputSetup(setupOfForm(form))
        if (form.signal === 'pulsed') {
          expect({ kind, plan }).toEqual({ kind: 'pulsed', plan: null })
          return
        }
        const used = form.join === 'single' ? [form.first] : [form.first, form.second]
        const all = form.down === null ? used : [...used, form.down]
        expect(kind).toBe(all.some(({ flash }) => flash !== null) ? 'flashing' : 'sustained')
        const says = (term: { input: string; level: 0 | 1 }) => (levels as Levels)[term.input] === term.level
        expect(holds(plan?.running ?? [], levels)).toBe(form.join === 'or' ? used.some(says) : used.every(says))
        expect(holds(plan?.down ?? [], levels)).toBe(form.down !== null && says(form.down))
        const terms = [...(plan?.running ?? []), ...(plan?.down ?? [])].flat()
        const filters = new Map(terms.map(({ input, filter }) => [input, filter]))
        for (const { input, flash } of all) expect(filters.get(input)).toEqual(flash)
      }),
    )
  })

  test('comes back from the set-up made of it', () => {
    fc.assert(
      fc.property(anyForm, (form) => {
        const setup = setupOfForm(form)
        const back = formOfSetup(setup)
        expect(back && setupOfForm(back)).toEqual(setup)
      }),
    )
  })

  test('is JSON of the one shape', () => {
    const flash = { durationMs: 9000, value: -1 } as const
    const form = formWith({
      join: 'and',
      first: { input: '24v0', level: 1, flash },
      down: { input: '120v1', level: 0, flash: { durationMs: 5000, value: 1 } },
    })
    expect(setupOfForm(form)).toEqual({
      cycle: { inputs: '24v0' },
      running: { inputs: { '24v0': 1, '24v1': 1 }, filters: { '24v0': { duration: 9000, value: -1 } } },
      down: { inputs: { '120v1': 0 }, filters: { '120v1': { duration: 5000, value: 1 } } },
    })
    expect(setupOfForm({ ...form, signal: 'pulsed' })).toEqual({
      cycle: { inputs: '24v0' },
      running: { inputs: '24v0' },
      down: { function: PULSED },
    })
    expect(setupOfForm({ ...form, join: 'or', cycle: null }).running?.inputs).toEqual(['24v0', '24v1'])
  })
})

describe('a set-up that a form cannot say', () => {
  test.each([
    null,
    {},
    { running: { inputs: ['24v0', { '24v1': 1, '120v0': 1 }] } },
    { running: { inputs: { '24v0': 1, '24v1': 1, '120v0': 1 } } },
    { running: { inputs: '24v0' }, down: { inputs: ['24v1', '120v0'] } },
    { running: { inputs: '24v0' }, cycle: { inputs: ['24v0', '24v1'] } },
    { down: { function: PULSED } },
    { cycle: { logic: 'of their own', inputs: '24v0' }, running: { inputs: '24v0' } },
    INPUT_TEMPLATES.standard_24_volt,
  ])('%j has none', (setup) => expect(formOfSetup(setup)).toBeNull())

  test('is known where it is a template, by name and by what it says', () => {
    for (const [name, setup] of Object.entries(INPUT_TEMPLATES)) expect(templateOfSetup(setup)).toBe(name)
    expect(templateOfSetup({ cycle: { logic: 'standard_24_volt' } })).toBe('standard_24_volt')
    expect(templateOfSetup({ cycle: { logic: 'standard_24_volt' }, running: { inputs: '120v0' } })).toBeNull()
    expect(templateOfSetup({ running: { inputs: '24v0' } })).toBeNull()
  })
})

test('A free input is one that is not taken', () => {
  expect(freeInput('24v0')).toBe('24v1')
  expect(freeInput('24v1', '24v0')).toBe('120v0')
})
