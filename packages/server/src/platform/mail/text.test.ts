import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyText, subjectLine } from './text.ts'

test('a subject is one line of a bearable length', () => {
  expect(subjectLine('Run completed: press\r\nBcc: all@plant.example')).toBe(
    'Run completed: press Bcc: all@plant.example',
  )
  expect(subjectLine(`x${'\u2028\u0085\u0000'}y`)).toBe('x y')
  expect(subjectLine('😀'.repeat(300))).toBe('😀'.repeat(200))
  const anyText = fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points).toWellFormed())
  fc.assert(
    fc.property(anyText, (text) => {
      expect(subjectLine(text)).not.toMatch(/\p{Cc}/u)
    }),
  )
})

test('a body keeps its lines and nothing else that is invisible', () => {
  expect(bodyText('one\r\ntwo\rthree\n')).toBe('one\ntwo\nthree\n')
  expect(bodyText('bell\u0007 and \u001b[2J')).toBe('bell  and  [2J')
})
