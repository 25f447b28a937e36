import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { TooMany } from '../errors.ts'
import { FalseTokens } from './false-tokens.ts'

const limits = { ofOrigin: { perS: 1, burst: 5 }, total: { perS: 1, burst: 12 } }
const from = (network: string, browser?: string) => ({ network, browser })

/** Limits, and a look-up in which tokens that begin with `good` are valid; counts the look-ups. */
function checked() {
  const clock = manualClock(0)
  const falseTokens = new FalseTokens(clock, limits)
  let looks = 0
  const check = async (token: string, origin: { network: string; browser: string | undefined }) => {
    const look = async () => {
      looks++
      return token.startsWith('good') ? token : null
    }
    return falseTokens.check(token, origin, look).catch((error: unknown) => {
      if (error instanceof TooMany) return 'refused' as const
      throw error
    })
  }
  return { clock, check, looks: () => looks }
}

describe('false tokens', () => {
  test('are looked up as often as the allowance of their network, also when all come at once', async () => {
    const { clock, check, looks } = checked()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => check(`false ${i}`, from('a'))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(5)
    expect(looks()).toBe(5)
    expect(await check('false of b', from('b'))).toBeNull()
    clock.advance(1000)
    expect(await check('false again', from('a'))).toBeNull()
    expect(await check('false once more', from('a'))).toBe('refused')
  })

  test('of all networks that send them have one allowance, which leaves known browsers and other networks alone', async () => {
    const { check } = checked()
    const answers: unknown[] = []
    for (let i = 0; i < 40; i++) answers.push(await check(`false ${i}`, from(`n${i % 10}`)))
    // The first of each of ten networks, and twelve more.
    expect(answers.filter((answer) => answer === null)).toHaveLength(22)
    expect(await check('good new', from('n9'))).toBe('refused')
    expect(await check('good new', from('n9', 'browser'))).toBe('good new')
    expect(await check('good new', from('n99'))).toBe('good new')
  })

  test('that are repeated within a second are looked up once, and count once', async () => {
    const { clock, check, looks } = checked()
    for (let i = 0; i < 100; i++) {
      expect(await check('revoked', from('a'))).toBeNull()
      clock.advance(20)
    }
    expect(looks()).toBe(2)
    expect(await check('good new', from('a'))).toBe('good new')
  })

  test('do not count where the look-up fails', async () => {
    const falseTokens = new FalseTokens(manualClock(0), limits)
    const failing = () => Promise.reject(new Error('The database is away'))
    for (let i = 0; i < 20; i++)
      await expect(falseTokens.check(`token ${i}`, from('a'), failing)).rejects.toThrow('The database is away')
    expect(await falseTokens.check('token', from('a'), async () => 'found')).toBe('found')
  })

  test('keep nobody out who was in before, or comes from a known browser, whatever others behind the address send', async () => {
    const call = fc.record({
      token: fc.constantFrom('good 1', 'good 2', 'false 1', 'false 2'),
      browser: fc.constantFrom(undefined, 'x'),
      afterMs: fc.integer({ min: 0, max: 400 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 60 }), async (calls) => {
        const { clock, check } = checked()
        expect(await check('good 0', from('a'))).toBe('good 0')
        for (const { token, browser, afterMs } of calls) {
          clock.advance(afterMs)
          const answer = await check(token, from('a', browser))
          if (token.startsWith('false')) expect([null, 'refused']).toContain(answer)
          else expect([token, 'refused']).toContain(answer)
          expect(await check('good 0', from('a'))).toBe('good 0')
          expect(await check(`good ${token}`, from('a', 'own browser'))).toBe(`good ${token}`)
        }
      }),
    )
  })

  test('are the only ones that count: a plant whose people all come at once uses up nothing', async () => {
    const { check } = checked()
    for (let i = 0; i < 100; i++) expect(await check(`good ${i}`, from('a'))).toBe(`good ${i}`)
    expect(await check('false', from('a'))).toBeNull()
  })
})
