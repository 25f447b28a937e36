import type { Fact, MachineAdvance } from '@millwatch/domain/facts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFacts, encodeFacts } from './facts-channel.ts'

const number = fc.oneof(
  fc.integer(),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0),
)
const maybe = fc.option(fc.integer(), { nil: null })
const advance: fc.Arbitrary<MachineAdvance> = fc.record(
  {
    s: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer()),
    y: fc.tuple(fc.nat(), maybe, maybe, maybe, maybe, fc.constantFrom<0 | 1>(0, 1), fc.constantFrom<0 | 1>(0, 1)),
    t: fc.tuple(fc.integer(), fc.option(number, { nil: null }), fc.option(number, { nil: null })),
    p: fc.integer(),
    r: fc.tuple(fc.integer(), fc.integer(), maybe, fc.nat(), maybe, fc.constantFrom<0 | 1>(0, 1)),
  },
  { requiredKeys: [] },
)
const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const few: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    kind: fc.constant('stop.annotated' as const),
    equipmentIds: fc.array(ids, { maxLength: 3 }),
    stopId: maybe,
  }),
  fc.record({ kind: fc.constantFrom('job.started' as const, 'job.finished' as const), jobId: ids }),
  fc.record({ kind: fc.constant('reason.changed' as const), reasonId: ids }),
)

test('Facts arrive as they were stated, in order, in payloads that notify can carry', () => {
  fc.assert(
    fc.property(
      ids,
      fc.array(fc.tuple(ids, advance), { maxLength: 400, size: 'max' }),
      fc.array(few, { maxLength: 200, size: 'max' }),
      (companyId, machines, others) => {
        const payloads = encodeFacts(companyId, [{ kind: 'machine.advanced', machines }, ...others])
        expect(payloads.filter((payload) => Buffer.byteLength(payload) >= 8000)).toEqual([])
        const decoded = payloads.map(decodeFacts)
        expect(decoded.every((committed) => committed.companyId === companyId)).toBe(true)
        const facts = decoded.flatMap((committed) => committed.facts)
        expect(facts.flatMap((fact) => (fact.kind === 'machine.advanced' ? fact.machines : []))).toEqual(machines)
        expect(facts.filter((fact) => fact.kind !== 'machine.advanced')).toEqual(others)
      },
    ),
  )
})

test('A fact about more machines than a payload holds becomes several facts that name each machine once', () => {
  const equipmentIds = Array.from({ length: 5000 }, (_, index) => 1_000_000_000 + index)
  const payloads = encodeFacts(1, [{ kind: 'shift.edited', equipmentIds, jobId: 7 }])
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
  const facts = payloads.flatMap((payload) => decodeFacts(payload).facts)
  expect(facts.every((fact) => fact.kind === 'shift.edited' && fact.jobId === 7)).toBe(true)
  expect(facts.flatMap((fact) => ('equipmentIds' in fact ? fact.equipmentIds : []))).toEqual(equipmentIds)
})

test('Without facts there is no payload', () => expect(encodeFacts(1, [])).toEqual([]))
