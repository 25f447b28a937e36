import { expect, test } from 'vitest'
import { pageSources } from './page-sources.files.testing.ts'

const sources = pageSources()

const indentOf = (line: string): number => (line.trim() === '' ? Number.POSITIVE_INFINITY : line.search(/\S/))
const isAction = (line: string): boolean => /\bprimary\b|\bdanger\b|<SubmitButton|type="submit"/.test(line)

/** Returns the numbers of the lines with a Cancel to whose left is an action of the same element. */
function cancelsAfterActions(text: string): number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    if (!/(^\s*|>)Cancel(<|$)/.test(line)) return []
    // Beside the button is what has its indent or more, up to the element around it.
    const indent = line.includes('<Button') ? indentOf(line) : indentOf(line) - 2
    const first = lines.findLastIndex((above, place) => place < at && indentOf(above) < indent)
    return lines.slice(first + 1, at).some(isAction) ? [at + 1] : []
  })
}

interface Confirmation {
  readonly file: string
  readonly yes: string
  /** Source of the question. */
  readonly source: string
}

/** Returns the questions of a source, by the texts of the buttons that confirm them. */
const questionsOf = ([file, text]: [string, string]): Confirmation[] =>
  [...text.matchAll(/\byes: (?:'([^']+)'|`([^`]+)`)/g)].map(({ 1: fixed, 2: named, index }) => {
    const begins = Math.max(...['({\n', ' = {\n'].map((start) => text.lastIndexOf(start, index)))
    return { file, yes: fixed ?? named ?? '', source: text.slice(begins, text.indexOf('\n}', index)) }
  })

const removes = ({ yes, source }: Confirmation): boolean =>
  /^(Remove|Delete|Revoke|Discard|Withdraw)\b/.test(yes) || /title: '(Remove|Delete)/.test(source)
/** Questions about what has no name. */
const UNNAMED = ['Discard', 'Delete Selected Shifts']
/** Buttons that say what they remove, where it has no name or the title has it; `Yes` is specified. */
const SAY_WHAT = [
  'Remove logo',
  'Remove second factor',
  'Discard events',
  'Revoke key',
  'Remove device',
  'Withdraw invitation',
  'Yes',
]
/** Files whose caller says that a question removes something, or adds the name. */
const BY_CALLER = { red: 'member-list', named: 'node-tools' }

const questions = sources.flatMap(questionsOf).filter(removes)
const listed = (found: readonly Confirmation[]) => found.map(({ file, yes }) => `${file}: ${yes}`)

test('25: Cancel is left of the action in every dialog and form', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(sources.flatMap(([file, text]) => cancelsAfterActions(text).map((line) => `${file}:${line}`))).toEqual([])
})

test('25: the button of every question that removes or revokes something is red', () => {
  expect(questions.length).toBeGreaterThan(12)
  const pale = questions.filter(({ file, source }) => !/removes: true/.test(source) && !file.includes(BY_CALLER.red))
  expect(listed(pale)).toEqual([])
})

test('25: every question that removes or revokes something names it', () => {
  const nameless = questions.filter(
    ({ file, yes, source }) =>
      !/\babout\b|\$\{/.test(source) && !UNNAMED.includes(yes) && !file.includes(BY_CALLER.named),
  )
  expect(listed(nameless)).toEqual([])
})

test('25: the button itself says what is removed or revoked', () => {
  const bare = questions.filter(
    ({ file, yes }) =>
      !yes.includes('${') && ![...UNNAMED, ...SAY_WHAT].includes(yes) && !file.includes(BY_CALLER.named),
  )
  expect(listed(bare)).toEqual([])
})
