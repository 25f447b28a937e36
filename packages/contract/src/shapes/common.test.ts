import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { Name } from './common.ts'

const name = Compile(Name)

describe('a name', () => {
  test.each(['x', ' x ', '\u2800x', 'x\u2800', '=', '\u{1f3ed}', 'a\u2028b'])('may be %j', (text) => {
    expect(name.Check(text)).toBe(true)
  })

  test.each(['', ' ', '\u2800', '\u3164 \u115f', 'a\nb', '\u0085a', 'a\n'])('may not be %j', (text) => {
    expect(name.Check(text)).toBe(false)
  })

  test('is refused in a moment, also if it is a million letters before a line end', () => {
    expect(name.Errors(`${'a'.repeat(1_000_000)}\n`).map(({ keyword }) => keyword)).toContain('pattern')
  })
})
