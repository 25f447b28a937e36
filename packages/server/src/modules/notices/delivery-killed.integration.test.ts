import { MINUTE_MS } from '@millwatch/domain/time'
import { describe, expect, test } from 'vitest'
import { deliveryBench } from './delivery.testing.ts'
import { deliveryOf } from './delivery.ts'

const t = deliveryBench()

describe('a server that is killed', () => {
  const killedAt = (step: string, times = 1) => {
    let left = times
    return (now: string) => {
      if (left <= 0 || (now === step && --left <= 0)) throw new Error(`killed when ${now}`)
    }
  }

  test.each([
    ['planned', 0],
    ['leased', 0],
    ['accepted', 1],
  ] as const)(
    'when notices are %s loses none, and sends again only what it had not stored as sent',
    async (step, again) => {
      await t.plant.trip(1, [t.email])
      await t.plant.trip(2, [t.email])
      const dying = deliveryOf({ ...t.plant.parts(), between: killedAt(step) }, t.plant.companyId)
      await expect(dying.run()).rejects.toThrow('killed')
      // Another server leaves leased messages alone until the lease ends.
      const before = t.smtp.arrived.length
      await t.plant.settle()
      expect(t.smtp.arrived.length - before).toBe(step === 'planned' ? 2 : 0)
      await t.plant.endLeases()
      await t.plant.settle()
      const ids = t.smtp.arrived.map((mail) => mail.headers.get('message-id'))
      expect(new Set(ids).size).toBe(2)
      expect(ids.length - 2).toBeGreaterThanOrEqual(again)
      expect(ids.length - 2).toBeLessThanOrEqual(again * 2)
      expect(await t.outcomes()).toEqual(['sent', 'sent'])
    },
  )

  test('two servers at once send each notice exactly once', async () => {
    const servers = await Promise.all([t.plant.start(), t.plant.start(), t.plant.start()])
    const people = await Promise.all((['user', 'admin', 'superuser'] as const).map((role) => t.plant.userIdOf(role)))
    for (let i = 1; i <= 40; i++) {
      await t.plant.trip(
        i,
        people.map((userId) => ({ userId, channel: 'email' })),
      )
      if (i % 4 === 0) {
        await Promise.all(servers.map((server) => server.settle()))
        t.plant.clock.advance(2 * MINUTE_MS)
      }
    }
    await expect.poll(async () => (await t.plant.rows()).every((row) => row.outcome === 'sent')).toBe(true)
    await Promise.all(servers.map((server) => server.stop()))
    const ids = t.smtp.arrived.map((mail) => mail.headers.get('message-id'))
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
  })

  test('a result waits for a database that is away for a moment, so that nothing is sent twice', async () => {
    await t.plant.trip(1, [t.email])
    const parts = t.plant.parts()
    let isAway = false
    const database = {
      ...parts.database,
      inCompany: ((...args: Parameters<typeof parts.database.inCompany>) => {
        if (isAway) {
          isAway = false
          return Promise.reject(new Error('away'))
        }
        return parts.database.inCompany(...args)
      }) as typeof parts.database.inCompany,
    }
    const between = (step: string) => {
      if (step === 'accepted') isAway = true
    }
    await t.plant.settle(deliveryOf({ ...parts, database, between }, t.plant.companyId))
    expect(await t.outcomes()).toEqual(['sent'])
    expect(t.smtp.arrived).toHaveLength(1)
  })
})
