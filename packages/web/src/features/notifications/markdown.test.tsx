import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownText } from './markdown-text.tsx'

const drawn = (text: string): string =>
  renderToStaticMarkup(<MarkdownText text={text} />).replace(/^<div class="[^"]*">(.*)<\/div>$/s, '$1')

describe('a notification', () => {
  it.each([
    ['Two\nlines\n\nand another', '<p>Two lines</p><p>and another</p>'],
    ['# New ##\ntext', '<h4>New</h4><p>text</p>'],
    ['- one\n- two\n  goes on\n\n1. a\n2. b', '<ul><li>one</li><li>two goes on</li></ul><ol><li>a</li><li>b</li></ol>'],
    ['**bold** and *it* and _it_', '<p><strong>bold</strong> and <em>it</em> and <em>it</em></p>'],
    ['**bold *and* it**', '<p><strong>bold <em>and</em> it</strong></p>'],
    ['snake_case_name, 2 * 3 * 4, \\*plain\\*', '<p>snake_case_name, 2 * 3 * 4, *plain*</p>'],
    ['`<b>**x**</b>`', '<p><code>&lt;b&gt;**x**&lt;/b&gt;</code></p>'],
    ['```\n<script>\n  x\n```\nafter', '<pre>&lt;script&gt;\n  x</pre><p>after</p>'],
    ['**not closed and [not a link](', '<p>**not closed and [not a link](</p>'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ])('%j is drawn', (text, markup) => {
    expect(drawn(text)).toBe(markup)
  })

  const link = (to: string, words: string) =>
    `<p><a href="${to}" target="_blank" rel="noopener noreferrer nofollow">${words}</a></p>`
  it.each([
    ['[the *notes*](https://millwatch.example/2?a=1)', link('https://millwatch.example/2?a=1', 'the <em>notes</em>')],
    ['https://a.example/x', link('https://a.example/x', 'https://a.example/x')],
  ])('%j is a link', (text, markup) => {
    expect(drawn(text)).toBe(markup)
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt://a.example/%0aalert(1))',
    '[x]( javascript:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](//evil.example)',
    '[x](/setup/users)',
    '[x](https:evil)',
    '[x](http://)',
    '[x](ftp://a.example)',
  ])('%j is none', (text) => {
    expect(drawn(text)).not.toContain('<a')
  })
})

/** Fragments that are special in HTML or Markdown, in random order. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['*', '**', '_', '__', '`', '```', '[', ']', '](', ')', '\\', '#', '- ', '1. ', '\n', '\r\n', '\u2028', ' '],
        ...['<script>', '</p>', '<img src=x onerror=x>', '&lt;', '"', "'", '\u0000', '\u202e', '\ud800'],
        ...['javascript:', 'data:text/html,', 'https://a.example/', 'http://', 'HTTPS://', '//', '@', '%0a'],
      ),
      fc.array(fc.nat(0x10ffff), { maxLength: 6 }).map((points) => String.fromCodePoint(...points).toWellFormed()),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''))

const allowed =
  /^<(?:\/?(?:p|h4|ul|ol|li|pre|code|strong|em)|a href="https?:\/\/[^"<>]*" target="_blank" rel="noopener noreferrer nofollow"|\/a)>$/
/** Returns the greatest depth of nested elements in markup. */
function depthOf(markup: string): number {
  let [depth, deepest] = [0, 0]
  for (const [tag] of markup.matchAll(/<[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

describe('a notification with any content', () => {
  it('is drawn with the elements there are for it, and links lead by http or https', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const tag of drawn(text).match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(allowed)
      }),
      { numRuns: 500 },
    )
  })

  it('loses no character that was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80, unit: fc.constantFrom('a', 'b', '*', '_', '`', '[', ']', '(', ' ', '\n') }),
        (text) => {
          const letters = (some: string) => some.replace(/[^ab]/g, '')
          expect(letters(drawn(text).replace(/<[^>]*>/g, ''))).toBe(letters(text))
        },
      ),
      { numRuns: 500, examples: [['```a'], ['```\na\n```b\na']] },
    )
  })

  it('shows emphasis up to a number of marks, and more marks as typed', () => {
    expect(drawn('*a* '.repeat(400)).match(/<em>/g)).toHaveLength(400)
    expect(drawn('*a* '.repeat(401))).not.toContain('<em>')
    const hostileText = '**_'.repeat(10_000)
    expect(drawn(hostileText)).toBe(`<p>${hostileText}</p>`)
  })

  it('is read at once and not deep, however long its marks go on', () => {
    for (const mark of ['*', '**', '_', '[', '](', '`', '[x](', 'https://', '\\', '- ', '#', '**_']) {
      const text = mark.repeat(10_000 / mark.length)
      expect(depthOf(drawn(text))).toBeLessThanOrEqual(12)
    }
  })
})
