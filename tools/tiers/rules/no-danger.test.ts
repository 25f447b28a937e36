import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { noDanger } from './no-danger.ts'

const server = 'packages/server/src/platform/x.ts'
const page = 'packages/web/src/pages/x.tsx'

describe('rule 10: text never becomes a program, a command line or markup', () => {
  test('what is like it and harmless is fine', () => {
    const texts = {
      [server]: `import { execFile, spawn } from 'node:child_process'\nspawn('a', ['b'])\nconst found = /x/.exec(text)\nsetTimeout(tick, 5)`,
      [page]:
        'setTimeout(reload, 1000 + Math.random() * 119_000)\nexport const A = () => <p title="innerHTML">{text}</p>',
      'packages/server/src/platform/x.test.ts': `eval('1')`,
    }
    expect(findingsOf(noDanger, texts)).toEqual([])
  })

  test.each([
    ['eval', server, `eval('1')`, 'not run as a program'],
    ['a made function', server, `new Function('return 1')`, 'not run as a program'],
    ['a timer of text', page, `setTimeout('tick()', 5)`, 'takes a function'],
    ['a command line', server, `import { execSync } from 'node:child_process'`, 'list of arguments'],
    ['a shell', server, `spawn('a', [], { shell: true })`, 'without a shell'],
    ['chance that can be guessed', server, 'const token = Math.random()', 'node:crypto'],
    ['markup by a property', page, 'element.innerHTML = text', 'shown as text'],
    ['markup of React', page, 'const A = () => <p dangerouslySetInnerHTML={{ __html: text }} />', 'shown as text'],
    ['a written document', page, 'document.write(text)', 'shown as text'],
  ])('%s fails', (_, path, source, message) => {
    expect(findingsOf(noDanger, { [path]: source })).toEqual([expect.stringContaining(message)])
  })
})
