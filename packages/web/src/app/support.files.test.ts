import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

/**
 * Matches syntax newer than ES5 in the syntax tree of a program. A browser that does not know one of these cannot run
 * any of the script.
 */
const modern = new RegExp(
  [
    '"type":"(ArrowFunctionExpression|TemplateLiteral|Class\\w+|ChainExpression|SpreadElement|RestElement|ObjectPattern)"',
    '"type":"(ArrayPattern|AssignmentPattern|ForOfStatement|AwaitExpression|YieldExpression|Import\\w+|Export\\w+)"',
    '"kind":"(const|let|using)"',
    '"shorthand":true|"async":true|"generator":true|"param":null',
    '"operator":"(\\?\\?=?|\\*\\*=?|\\|\\|=|&&=)"',
  ].join('|'),
  'g',
)

function modernIn(source: string): string[] {
  const { program, errors } = parseSync('support.js', source, { sourceType: 'script' })
  expect(errors).toEqual([])
  return JSON.stringify(program).match(modern) ?? []
}

describe('the notice for old browsers', () => {
  it('is in JavaScript that they read', () => {
    const source = readFileSync(new URL('../../public/support.js', import.meta.url), 'utf8')
    expect(modernIn(source)).toEqual([])
    expect(source).not.toMatch(/,\s*[)}\]]/)
  })

  it.each(['const a = 1', 'f(() => 1)', '`x`', 'a?.b', 'a ?? b', 'var {a} = b', 'try {} catch {}', 'var a = {b}'])(
    'would be found out by %s',
    (source) => {
      expect(modernIn(source)).not.toEqual([])
    },
  )
})
