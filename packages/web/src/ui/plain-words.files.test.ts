import { expect, test } from 'vitest'
import { pageSources } from './page-sources.files.testing.ts'

const sources = pageSources()

/** Words that nobody in a plant uses, and commands that are for the operator of the installation. */
const STRANGE = [
  /make one up/i,
  /its words? counts?\b/i,
  /counts? for nothing/i,
  /is like that now/i,
  /, please\b/i,
  />[^<>{}]*\broot unit\b[^<>{}]*</i,
  /npm run millwatch|\bmillwatch (company|person|flag|key|backup)\b/,
]

test('27: no page has words that a plant would not use, or a command of the operator', () => {
  expect(sources.length).toBeGreaterThan(400)
  // A text may go over several lines of the source.
  const texts = sources.map(([file, text]) => ({ file, text: text.replaceAll(/\s+/g, ' ') }))
  expect(STRANGE.flatMap((words) => texts.filter(({ text }) => words.test(text)).map(({ file }) => file))).toEqual([])
})
