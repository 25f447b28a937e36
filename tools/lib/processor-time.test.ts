import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { secondsIn, timed } from './processor-time.ts'

test('the processor time of ended children is read from the account of the system, whatever the program is called', () => {
  const rest = 'S 1 1 1 0 -1 4194560 100 200 0 0 11 12 4321 79 20 0 1 0 100'
  for (const name of ['node', 'a b', 'a) (b']) expect(secondsIn(`77 (${name}) ${rest}`)).toBe(44)
  for (const text of ['', 'nonsense', '77 (node) S 1']) expect(secondsIn(text)).toBeUndefined()
})

test('work is timed with the processor time of what it starts', async () => {
  const { result, took } = await timed(async () =>
    execFileSync(process.execPath, ['-p', '6 * 7'], { encoding: 'utf8' }),
  )
  expect(result).toBe('42\n')
  expect(took).toMatch(process.platform === 'linux' ? /^\d+ s, \d+ s of processor time$/ : /^\d+ s$/)
})
