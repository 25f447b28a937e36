import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { createLogger } from '../logger.ts'
import type { Caller } from './caller.ts'
import { noteTokens } from './note-tokens.ts'

const caller: Caller = { kind: 'kiosk', kioskId: 1, companyId: 1, sessionId: 1, expiresAt: 0 } as unknown as Caller

test('Tokens that are false or have ended get a line for each kind, network and minute, and are not in it', async () => {
  const lines: string[] = []
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const clock = manualClock(0)
  const check = noteTokens(async (token) => (token === 'good' ? caller : null), { clock, logger })
  const from = (ip: string) => ({ ip, browserCookie: undefined })
  expect(await check('good', from('10.0.0.1'))).toBe(caller)
  expect(lines).toEqual([])
  for (let i = 0; i < 50; i++) expect(await check(`guess ${i}`, from('10.0.0.1'))).toBeNull()
  await check('mwk_guess', from('10.0.0.1'))
  await check('guess', from('10.0.0.2'))
  clock.advance(60_000)
  await check('guess', from('10.0.0.1'))
  const msg = 'A token was refused'
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg, ip: '10.0.0.1', kind: 'session', omitted: 0 },
    { msg, ip: '10.0.0.1', kind: 'api_key', omitted: 0 },
    { msg, ip: '10.0.0.2', kind: 'session', omitted: 0 },
    { msg, ip: '10.0.0.1', kind: 'session', omitted: 49 },
  ])
  expect(lines.join()).not.toContain('guess')
})
