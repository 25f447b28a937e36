import { describe, expect, test } from 'vitest'
import { treeOf } from '../tiers/base/source-tree.ts'
import { styleFindings } from './check.ts'
import { rulesOf } from './style-sheet.ts'

const messages = (css: string | Record<string, string>, source: string): string[] => {
  const sheets = new Map(Object.entries(typeof css === 'string' ? { 'a.css': css } : css))
  return styleFindings(sheets, treeOf({ 'packages/web/src/a.tsx': source }).values()).map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  )
}

/** Text of a template whose end is a variable. */
const template = (text: string): string => `const a = \`${text}$\{end}\``

describe('classes that no source names', () => {
  test('fail, once per style sheet, with their line', () => {
    expect(
      messages('\n.used { gap: 1px }\n/* .old {} */\n.gone,\n.used .gone:hover { gap: 1px }', "f('used')"),
    ).toEqual(['a.css:4 No source names the class `gone`: remove what styles it.'])
  })

  test.each([
    '.box:has(.gone) { gap: 1px }',
    '@media print { .box > .gone { gap: 1px } }',
    '.box:not(.gone, .box)::before { gap: 1px }',
  ])('fail wherever a selector has them: %s', (css) => {
    expect(messages(css, 'const a = <p className="box" />')).toEqual([expect.stringContaining('`gone`')])
  })

  test.each([
    "const a = <p className={on ? 'other box' : ''} />",
    template('box '),
    `${template('bo-')} + "box"`,
    'const a = <p className="box" />',
  ])('a literal or a template names them: %s', (source) => {
    expect(messages('.box { gap: 1px }', source)).toEqual([])
  })

  test('a template names the classes that begin as it does', () => {
    expect(messages('.tone-red { gap: 1px }', template('mark tone-'))).toEqual([])
    expect(messages('.tones { gap: 1px }', template('mark tone-'))).toEqual([expect.stringContaining('`tones`')])
  })

  test('a variable, a property or a comment names nothing', () => {
    expect(messages('.box { gap: 1px }', '// box\nconst box = { box: 1 }.box')).toEqual([
      expect.stringContaining('`box`'),
    ])
  })

  test('decimal numbers are no classes', () => {
    expect(messages('.box { opacity: 0.5; width: calc(1.5px + .5px) }', "f('box')")).toEqual([])
  })
})

describe('rules under two names', () => {
  const source = "f('a b c')"

  test('fail, in any order of their declarations and in any style sheet', () => {
    expect(messages({ 'a.css': '.a { gap: 1px; top: 0 }', 'b.css': '.b { top: 0;\n gap:  1px; }' }, source)).toEqual([
      'b.css:1 `.b` is styled as .a (a.css): use one class.',
    ])
  })

  test.each([
    '.a { gap: 1px } .b { gap: 1px }',
    '.a { gap: 1px; top: 0 } .a .b { gap: 1px; top: 0 }',
    '.a { gap: 1px; top: 0 } @media print { .b { gap: 1px; top: 0 } }',
    '.a { gap: 1px; top: 0 } .b { gap: 1px; top: 1px }',
  ])('do not fail for one declaration, another selector, a condition or another value: %s', (css) => {
    expect(messages(css, source)).toEqual([])
  })
})

describe('lines of all style sheets together', () => {
  const sheets = new Map([
    ['a.css', '.a {\n  top: 0;\n}\n'],
    ['b.css', '.b {\n  top: 0;\n}\n'],
  ])
  const sources = () => treeOf({ 'packages/web/src/a.tsx': "f('a b')" }).values()

  test('fail above the limit, with their number', () => {
    expect(styleFindings(sheets, sources(), 5).map(({ message }) => message)).toEqual([
      expect.stringContaining('have 6 lines, of at most 5'),
    ])
  })

  test('do not fail at the limit', () => {
    expect(styleFindings(sheets, sources(), 6)).toEqual([])
  })
})

test('rules are read with their lines, selectors and declarations, without the steps of animations', () => {
  const css =
    '@media (a) {\n  .a:is(.b, .c),\n  .d { gap: 1px; }\n}\n@keyframes x { to { top: 0 } }\n.e { background: url(a,b) }'
  expect(rulesOf(css)).toEqual([
    { line: 2, selectors: ['.a:is(.b, .c)', '.d'], declarations: ['gap: 1px'], isConditional: true },
    { line: 6, selectors: ['.e'], declarations: ['background: url(a,b)'], isConditional: false },
  ])
})
