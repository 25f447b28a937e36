import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INPUT_TEMPLATES, INPUTS, type InputSetup, PULSED, readInputSetup } from './index.ts'

const term = (input: string, level = 1, filter: unknown = null) => ({ input, level, filter })
const planOf = (setup: unknown) => readInputSetup(setup).plan

describe('running inputs are', () => {
  test('one, while it is high', () => {
    expect(readInputSetup({ running: { inputs: '24v0' } })).toEqual({
      kind: 'sustained',
      template: null,
      plan: { running: [[term('24v0')]], down: [] },
    })
  })

  test('two joined by AND, as an object', () => {
    expect(planOf({ running: { inputs: { '24v0': 1, '120v1': 1 } } })?.running).toEqual([[term('120v1'), term('24v0')]])
  })

  test('two joined by OR, as a list', () => {
    expect(planOf({ running: { inputs: ['24v0', '24v1'] } })?.running).toEqual([[term('24v0')], [term('24v1')]])
  })

  test('at the level that means running, high or low', () => {
    expect(planOf({ running: { inputs: [{ '24v0': 0 }, { '24v1': 1 }] } })?.running).toEqual([
      [term('24v0', 0)],
      [term('24v1')],
    ])
  })
})

test('a separate down input is read alike', () => {
  const setup: InputSetup = { running: { inputs: '24v0' }, down: { inputs: '120v0' } }
  expect(planOf(setup)?.down).toEqual([[term('120v0')]])
  expect(readInputSetup({ running: { inputs: '24v0' }, down: { inputs: {} } }).kind).toBe('sustained')
  expect(readInputSetup({ running: { inputs: '24v0' }, down: { inputs: 7 } })).toMatchObject({
    kind: 'non-standard',
    plan: { running: [[term('24v0')]], down: [] },
  })
})

describe('a flashing input', () => {
  const flash = (filters: unknown) => readInputSetup({ running: { inputs: { '24v1': 1, '24v0': 1 }, filters } })

  test('has a filter in ms, of its part or of the whole', () => {
    const filter = { duration: 4000, value: -1 }
    const ofPart = flash({ '24v1': filter })
    expect(ofPart.kind).toBe('flashing')
    expect(ofPart.plan?.running).toEqual([[term('24v0'), term('24v1', 1, { durationMs: 4000, value: -1 })]])
    expect(planOf({ running: { inputs: { '24v1': 1, '24v0': 1 } }, filters: { '24v1': filter } })).toEqual(ofPart.plan)
  })

  test('counts as a flash up to 9 s at the first input and 5 s at the second where nobody says', () => {
    expect(flash({ '24v0': { value: 1 }, '24v1': { value: 0 } }).plan?.running).toEqual([
      [term('24v0', 1, { durationMs: 9000, value: 1 }), term('24v1', 1, { durationMs: 5000, value: 0 })],
    ])
  })

  test('is evaluated without a filter that cannot be read', () => {
    for (const filter of [
      { duration: 9000 },
      { duration: 0, value: 1 },
      { duration: 1.5, value: 1 },
      { value: 2 },
      7,
    ]) {
      expect(flash({ '24v0': filter })).toMatchObject({
        kind: 'non-standard',
        plan: { running: [[term('24v0'), term('24v1')]] },
      })
    }
  })
})

test('a pulsed set-up leaves it to cycles', () => {
  const setup: InputSetup = { cycle: { inputs: '24v0' }, running: { inputs: '24v0' }, down: { function: PULSED } }
  expect(readInputSetup(setup)).toEqual({ kind: 'pulsed', template: null, plan: null })
})

describe('the Edison kind', () => {
  test.each(Object.entries(INPUT_TEMPLATES))('%s is known by name, and evaluated by its input', (name, template) => {
    const read = readInputSetup(template)
    expect(read).toMatchObject({ kind: 'template', template: name })
    expect(read.plan).not.toBeNull()
    expect(readInputSetup({ cycle: { logic: name } })).toEqual(read)
    expect(readInputSetup({ name, cycle: { logic: { anything: true } } })).toEqual(read)
    expect(readInputSetup({ cycle: { logic: { name } } })).toEqual(read)
  })

  test('is evaluated by running inputs of its own where it has any', () => {
    expect(planOf({ cycle: { logic: 'standard_24_volt' }, running: { inputs: '120v1' } })?.running).toEqual([
      [term('120v1')],
    ])
    expect(planOf({ cycle: { logic: 'standard_24_volt' }, down: { function: PULSED } })).toBeNull()
  })

  test('is non-standard otherwise, and still evaluated as far as it can be', () => {
    expect(readInputSetup({ cycle: { logic: 'constructor' } })).toEqual({
      kind: 'non-standard',
      template: null,
      plan: null,
    })
    const ownSetup = readInputSetup({ cycle: { logic: 'my own' }, running: { inputs: '24v0' } })
    expect(ownSetup).toMatchObject({ kind: 'non-standard', plan: { running: [[term('24v0')]] } })
  })
})

test.each([
  null,
  7,
  [],
  {},
  { running: {} },
  { running: { inputs: [] } },
  { running: { inputs: '48v0' } },
  { running: { inputs: { '24v0': 2 } } },
  { running: { inputs: ['24v0', null] } },
])('what says nothing of running that can be read is non-standard, and decides nothing: %j', (setup) => {
  expect(readInputSetup(setup)).toEqual({ kind: 'non-standard', template: null, plan: null })
})

test('more than two inputs are evaluated, and non-standard', () => {
  expect(readInputSetup({ running: { inputs: ['24v0', '24v1', '120v0'] } })).toMatchObject({
    kind: 'non-standard',
    plan: { running: [[term('24v0')], [term('24v1')], [term('120v0')]] },
  })
})

const input = fc.constantFrom(...INPUTS)
const expression = fc.oneof(
  input,
  fc.dictionary(input, fc.constantFrom(0, 1), { minKeys: 1, maxKeys: 2 }),
  fc.array(input, { minLength: 1, maxLength: 2 }),
)
const filter = fc.record(
  { duration: fc.integer({ min: 1, max: 60_000 }), value: fc.constantFrom(1, 0, -1) },
  { requiredKeys: ['value'] },
)
const part = fc.record({ inputs: expression, filters: fc.dictionary(input, filter) }, { requiredKeys: ['inputs'] })
const anySetup = fc.record(
  {
    cycle: part,
    running: part,
    down: fc.oneof(part, fc.constant({ function: PULSED })),
    filters: fc.dictionary(input, filter),
  },
  { requiredKeys: [] },
)

test('every set-up means the same through JSON, whatever the order of its keys', () => {
  fc.assert(
    fc.property(anySetup, (setup) => {
      expect(readInputSetup(JSON.parse(JSON.stringify(setup)))).toEqual(readInputSetup(setup))
      expect(readInputSetup(reversed(setup))).toEqual(readInputSetup(setup))
    }),
    { numRuns: 1000 },
  )
})

test('reading never fails, whatever it is given', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      for (const setup of [
        a,
        { running: a, down: b, filters: a },
        { running: { inputs: a, filters: b }, cycle: { logic: a } },
      ])
        expect(['sustained', 'flashing', 'pulsed', 'template', 'non-standard']).toContain(readInputSetup(setup).kind)
    }),
  )
})

/** Returns the JSON with the keys of its objects in another order, as databases do. */
function reversed(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .reverse()
      .map(([key, value]) => [key, reversed(value)]),
  )
}
