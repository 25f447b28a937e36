import { describe, expect, test } from 'vitest'
import { treeOf } from '../tiers/base/source-tree.ts'
import { wordsOf } from '../tiers/base/words.ts'
import { wordFindings } from './check.ts'

const messages = (texts: Record<string, string>) =>
  wordFindings(treeOf(texts)).map(({ path, line, message }) => `${path}:${line} ${message}`)

describe('plain English', () => {
  test('takes a name apart into its words', () => {
    expect(wordsOf('retoldAtMs')).toEqual(['retold', 'at', 'ms'])
    expect(wordsOf('MAX_ATOMS')).toEqual(['max', 'atoms'])
    expect(wordsOf('told-events.testing.ts')).toEqual(['told', 'events', 'testing', 'ts'])
  })

  test.each([
    'const one = 1',
    'function f(of: number) {}',
    'const { a: said } = { a: 1 }',
    'const [, ...known] = []',
    'try {} catch (what) {}',
    'for (const was of []) {}',
  ])('a variable that says nothing fails: %s', (source) => {
    expect(messages({ 'tools/a.ts': `\n${source}` })).toEqual([expect.stringMatching(/^tools\/a\.ts:2 No variable/)])
  })

  test('a property may be called so: what others answer is theirs', () => {
    expect(messages({ 'tools/a.ts': 'const a = { one: 1, of: 2 }\nconst b = a.one' })).toEqual([])
  })

  test.each(['const atomsOf = 1', 'class Door {}', 'interface Retold {}', 'class A { heardAt() {} }'])(
    'a word of the table fails in a name: %s',
    (source) => {
      expect(messages({ 'tools/a.ts': source })).toEqual([expect.stringContaining('say `')])
    },
  )

  test('and in the name of a file', () => {
    expect(messages({ 'tools/retell.ts': '' })).toEqual([expect.stringContaining('File name: for `retell`')])
  })

  test('and in the title of a test, on a line of its own too', () => {
    const found = expect.stringContaining('Title of a test: for `told`')
    expect(messages({ 'a.test.ts': "test('is told so', () => {})" })).toEqual([found])
    expect(messages({ 'a.test.ts': "test.each([1])(\n  'is told so %s', () => {})" })).toEqual([found])
    expect(messages({ 'a.test.ts': "test('is published', () => {})" })).toEqual([])
  })

  test.each([
    ['docstring', '/**\n * @ */'],
    ['docstring of one line', '/** @ */'],
    ['remark', 'const a = {\n  // @\n}'],
  ])('a line of a comment that is too wide fails: %s', (_, source) => {
    const found = (width: number) => messages({ 'tools/a.ts': source.replace('@', 'x'.repeat(width)) })
    expect(found(131)).toEqual([expect.stringContaining('at most 130 characters')])
    expect(found(122)).toEqual([])
  })

  test.each(['what it is', 'where it is', 'when it was', 'why it is so', 'whose it is'])(
    'a docstring that does not name the thing that is returned fails: Returns %s',
    (words) => {
      expect(messages({ 'tools/a.ts': `/** Returns ${words}. */` })).toEqual([
        expect.stringContaining('names the thing'),
      ])
      expect(messages({ 'tools/a.ts': `/**\n * Returns ${words}.\n */` })).toHaveLength(1)
    },
  )

  test.each(['how many there are', 'whatever it was', 'the place where it is'])('others may: Returns %s', (words) => {
    expect(messages({ 'tools/a.ts': `/** Returns ${words}. */` })).toEqual([])
  })

  test.each(['What it is.', 'Whether it is so.'])('a docstring that is no sentence fails: %s', (words) => {
    expect(messages({ 'tools/a.ts': `/** ${words} */\nexport const a = 1` })).toHaveLength(1)
    expect(messages({ 'tools/a.ts': `/**\n * ${words}\n */\nexport const a = 1` })).toHaveLength(1)
  })

  test('two exported types of one name fail within a package, not between packages', () => {
    const text = 'export interface Place {}'
    expect(messages({ 'packages/a/src/a.ts': text, 'packages/a/src/b.ts': text })).toEqual([
      'packages/a/src/b.ts:1 Type `Place` is exported by packages/a/src/a.ts too: name one of them anew.',
    ])
    expect(messages({ 'packages/a/src/a.ts': text, 'packages/b/src/b.ts': text })).toEqual([])
  })
})
