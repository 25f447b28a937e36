import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import type { TurnLimits } from './limits.ts'
import { FairTurns } from './turns.ts'

const limits: TurnLimits = {
  ...{ atOnce: 3, ofCompany: 2, ofBusyCompany: 1, busyAfterMs: 1000 },
  ...{ waitingOfCompany: 50, waitingOfPrincipal: 40 },
}

/** Lets what is resolved already run on. */
const runOn = async () => {
  for (let n = 0; n < 10; n++) await null
}

/** Calls that run until the test ends them, in the order in which they began. */
function stage(some: Partial<TurnLimits> = {}) {
  const clock = manualClock(0)
  const turns = new FairTurns(clock, { ...limits, ...some })
  const began: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const ask = (companyId: number, principal: string, name: string) =>
    turns.run(companyId, principal, () => {
      began.push(name)
      return new Promise<void>((resolve, reject) => {
        ends.set(name, (error) => (error === undefined ? resolve() : reject(error)))
      })
    })
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    ends.delete(name)
    await runOn()
  }
  return { clock, turns, began, running: ends, ask, end }
}

const loops = async (names: readonly string[], ask: (name: string) => Promise<void>) => {
  for (const name of names) void ask(name).catch(() => undefined)
  await runOn()
}
const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${n + 1}`)

describe('a call waits for its turn', () => {
  test('companies take turns, also if one of them sends forty calls', async () => {
    const { began, ask, end } = stage()
    await loops(numbered('a', 40), (name) => ask(1, 'u1', name))
    await loops(['b1', 'b2', 'b3'], (name) => ask(2, 'u2', name))
    expect(began).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    await end('b1')
    await end('a2')
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })

  test('among the people of a company, next is who had the last turn longest ago', async () => {
    const { began, ask, end } = stage({ ofCompany: 1 })
    await loops(numbered('a', 5), (name) => ask(1, 'u1', name))
    await loops(['b1', 'b2'], (name) => ask(1, 'u2', name))
    for (let n = 0; n < 6; n++) await end(began.at(-1) ?? '')
    expect(began).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5'])
  })

  test('a company that has used much runs one call at a time, until most of it is forgotten', async () => {
    const { clock, began, ask, end } = stage()
    await loops(numbered('a', 8), (name) => ask(1, 'u1', name))
    clock.advance(2000)
    await end('a1')
    await end('a2')
    expect(began).toEqual(['a1', 'a2', 'a3'])
    clock.advance(60_000)
    await end('a3')
    // The turn of a3 took a minute.
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4'])
    await end('a4')
    clock.advance(60_000)
    await loops(['a9'], (name) => ask(1, 'u1', name))
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
  })

  test('a call that fails gives its turn back', async () => {
    const { began, ask, end } = stage({ ofCompany: 1 })
    const failed = expect(ask(1, 'u1', 'a1')).rejects.toThrow('gone')
    await loops(['a2'], (name) => ask(1, 'u1', name))
    await end('a1', new Error('gone'))
    await failed
    expect(began).toEqual(['a1', 'a2'])
  })

  test.each([
    ['of one person', { waitingOfPrincipal: 3 }, 'u2'],
    ['of one company', { waitingOfCompany: 3 }, undefined],
  ])('too many %s are refused with a time to wait', async (_, some, other) => {
    const { turns, ask } = stage(some)
    await loops(numbered('a', 5), (name) => ask(1, 'u1', name))
    expect(turns.waiting).toBe(3)
    await expect(ask(1, 'u1', 'a6')).rejects.toMatchObject({ status: 429, retryAfterS: 2 })
    if (other !== undefined) await loops(['b1'], (name) => ask(1, other, name))
    else await expect(ask(1, 'u2', 'b1')).rejects.toMatchObject({ status: 429 })
    expect(turns.waiting).toBe(other === undefined ? 3 : 4)
  })
})

test('whatever comes and ends in whatever order: never too many at once, nobody is left waiting, and a company waits for few of another', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ companyId: fc.integer({ min: 1, max: 4 }), person: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ ends: fc.nat() }),
    ),
    { maxLength: 80 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { turns, began, running, ask, end } = stage({ busyAfterMs: Number.POSITIVE_INFINITY })
      const sent: string[] = []
      const check = () => {
        expect(running.size).toBeLessThanOrEqual(limits.atOnce)
        const companies = [...running.keys()].map((name) => name.split('.')[0])
        for (const id of companies) expect(companies.filter((other) => other === id).length).toBeLessThanOrEqual(2)
      }
      for (const step of all) {
        if ('ends' in step) await end([...running.keys()][step.ends % Math.max(1, running.size)] ?? '')
        else {
          const name = `${step.companyId}.${step.person}.${sent.length}`
          sent.push(name)
          await loops([name], () => ask(step.companyId, `u${step.companyId}.${step.person}`, name))
        }
        check()
      }
      while (running.size > 0) await end([...running.keys()][0] ?? '')
      expect(turns.waiting).toBe(0)
      expect(began.toSorted()).toEqual(sent.toSorted())
    }),
  )
})
