import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { noAny } from './no-any.ts'

const path = 'packages/server/src/platform/a.ts'

describe('rule 2: no any', () => {
  test('unknown, and the word in a comment or text, are fine', () => {
    expect(findingsOf(noAny, { [path]: `// any\nexport const any = (x: unknown) => 'any'` })).toEqual([])
  })

  test.each(['const x: any = 1', 'const x = 1 as any', 'type A = Record<string, any>', 'function f(...a: any[]) {}'])(
    '%s fails',
    (source) => {
      expect(findingsOf(noAny, { [path]: `\n${source}` })).toEqual([
        expect.stringContaining(`${path}:2 \`any\` switches`),
      ])
    },
  )

  test('silencing the compiler fails', () => {
    expect(findingsOf(noAny, { [path]: `// @ts-${'ignore'}\nconst x: number = ''` })).toEqual([
      expect.stringContaining('mend the type'),
    ])
  })
})
