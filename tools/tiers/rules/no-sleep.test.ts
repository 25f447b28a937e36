import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { noSleep } from './no-sleep.ts'

const path = 'packages/server/src/flow/tick.test.ts'

describe('rule 6: tests do not sleep', () => {
  test('a polling helper, a faked timer and production timers are fine', () => {
    const texts = {
      'packages/server/src/testing/until.testing.ts': `import { setTimeout as pause } from 'node:timers/promises'\nawait pause(20)`,
      [path]:
        'vi.useFakeTimers()\nsetTimeout(done, 5000)\nawait vi.waitFor(look, soon)\ntest.skip(process.platform === "win32", "no sockets")',
      'packages/server/src/flow/tick.ts': 'setTimeout(tick, 500)',
    }
    expect(findingsOf(noSleep, texts)).toEqual([])
  })

  test.each([
    ['a pause', `import { setTimeout } from 'node:timers/promises'`, 'does not sleep'],
    ['a timer', 'await new Promise((done) => setTimeout(done, 500))', 'does not sleep'],
    ['a wait of Playwright', 'await page.waitForTimeout(500)', 'does not sleep'],
    ['a wait of a second', 'await vi.waitFor(() => expect(seen).toBe(1))', 'gives up after a second'],
    ['a focused test', `test.only('one', () => {})`, 'leaves tests out'],
    ['a skipped group', `describe.skip('group', () => {})`, 'leaves tests out'],
  ])('%s fails', (_, source, message) => {
    expect(findingsOf(noSleep, { [path]: source })).toEqual([expect.stringContaining(message)])
    expect(findingsOf(noSleep, { 'e2e/machine.spec.ts': source })).toHaveLength(1)
  })
})
