import { expect, test } from 'vitest'
import { playPlan } from './plan.ts'

const recorded = [1, 2, 3, 4, 5].map((n) => ({
  device: n % 2 ? 'odd' : 'even',
  batch_id: `b${n}`,
  sent_at: 1_000 * n,
  events: [{ t: 1_000 * n - 500, type: 'ping' }, { t: 1_000 * n, type: 'ping', since: 1_000 * n - 900 }, 'noise'],
}))
const asIs = { startAt: null, shuffle: null, duplicate: false }
const ids = (plan: ReturnType<typeof playPlan>) => plan.map((message) => message.envelope.batch_id)

test('a play in order is the recording as it is', () => {
  const plan = playPlan(recorded, asIs)
  expect(plan.map((m) => ({ device: m.device, ...m.envelope }))).toEqual(recorded)
  expect(plan.map((m) => m.afterMs)).toEqual([0, 1_000, 2_000, 3_000, 4_000])
})

test('a duplicated play has every batch twice, a shuffled one in an order that its seed gives', () => {
  expect(ids(playPlan(recorded, { ...asIs, duplicate: true }))).toEqual(
    recorded.flatMap((b) => [b.batch_id, b.batch_id]),
  )
  const storm = { ...asIs, duplicate: true, shuffle: 7 }
  const shuffled = ids(playPlan(recorded, storm))
  expect(shuffled).toEqual(ids(playPlan(recorded, storm)))
  expect(shuffled).not.toEqual(ids(playPlan(recorded, { ...storm, shuffle: 8 })))
  expect([...shuffled].sort()).toEqual(recorded.flatMap((b) => [b.batch_id, b.batch_id]).sort())
})

test('a play that is moved keeps all distances and has ids of its own', () => {
  const [first, second] = playPlan(recorded, { ...asIs, startAt: 10_500 })
  expect(first?.envelope).toEqual({
    batch_id: 'b1+7ps',
    sent_at: 11_000,
    events: [{ t: 10_500, type: 'ping' }, { t: 11_000, type: 'ping', since: 10_100 }, 'noise'],
  })
  expect(second?.envelope.sent_at).toBe(12_000)
})
