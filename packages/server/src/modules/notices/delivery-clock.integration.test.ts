import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { deliveryBench } from './delivery.testing.ts'

const bench = deliveryBench()

describe('a server whose clock is a day ahead', () => {
  test('stores notices that other servers send at once', async () => {
    const { plant, email, phone } = bench
    plant.clock.set(systemClock.now() + DAY_MS)
    await plant.trip(1, [email, phone])
    plant.clock.set(systemClock.now())
    await plant.settle()
    expect(await bench.outcomes()).toEqual(['sent', 'sent'])
  })

  test('gives up no notice of the others, and puts off no attempt for a day', async () => {
    const { plant, email, phone, sms } = bench
    plant.clock.set(systemClock.now() - MINUTE_MS)
    await plant.trip(1, [email, phone])
    sms.behave(() => ({ status: 503 }))
    plant.clock.set(systemClock.now() + DAY_MS)
    await plant.settle()
    expect(await bench.outcomes()).toEqual(['sent', 'null'])
    const next = (await plant.messages()).find(({ sent_at: sentAt }) => sentAt === null)
    expect(Number(next.due_at)).toBeLessThan(systemClock.now() + MINUTE_MS)
    expect(Number(next.created_at)).toBeLessThan(systemClock.now() + MINUTE_MS)
  })
})
