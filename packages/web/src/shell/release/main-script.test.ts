import { expect, it } from 'vitest'
import { mainScriptOf } from './main-script.ts'

it.each([
  ['<script type="module" crossorigin nonce="x" src="/assets/index-1a2B.js"></script>', 'index-1a2B.js'],
  [
    '<script src="/theme.js"></script>\n<script nonce="" src="/assets/index-1.js" type="module"></script>',
    'index-1.js',
  ],
  ['<script type=module src=/assets/index-2.js></script>', 'index-2.js'],
  ['<script src="/theme.js"></script>', undefined],
  ['<h1>Bad gateway</h1>', undefined],
])('the main script of %j is %s', (html, name) => {
  expect(mainScriptOf(html)).toBe(name)
})
