/** A rule of a style sheet. */
export interface StyleRule {
  /** Line of its selector, from 1. */
  readonly line: number
  readonly selectors: readonly string[]
  /** Its declarations in alphabetical order, such as `gap: 8px`. */
  readonly declarations: readonly string[]
  /** True inside `@media`, `@container` and the like. */
  readonly isConditional: boolean
}

/** Selector, braces and body in a text without comments, in the order of the text. */
const PARTS = /([^{};]*)\{|([^{};]+)(?:;|(?=\}))|\}/g

const withoutComments = (css: string): string =>
  css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** Divides a list of selectors at the commas outside parentheses. */
function* selectorsIn(list: string): Generator<string> {
  let depth = 0
  let selector = ''
  for (const sign of list) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) {
      yield selector.trim()
      selector = ''
    } else selector += sign
  }
  yield selector.trim()
}

/** Returns the rules of a style sheet in their order, without the steps of `@keyframes`. */
export function rulesOf(css: string): StyleRule[] {
  const text = withoutComments(css)
  const open: { head: string; line: number; declarations: string[] }[] = []
  const rules: StyleRule[] = []
  for (const { 0: part, 1: head, 2: declaration, index } of text.matchAll(PARTS)) {
    if (head !== undefined) {
      const start = index + (part.length - part.trimStart().length)
      open.push({ head: head.trim(), line: text.slice(0, start).split('\n').length, declarations: [] })
    } else if (declaration !== undefined) open.at(-1)?.declarations.push(declaration.trim().replaceAll(/\s+/g, ' '))
    else {
      const closed = open.pop()
      const around = open.map((each) => each.head)
      if (closed === undefined || closed.head.startsWith('@') || around.some((each) => each.startsWith('@keyframes')))
        continue
      rules.push({
        line: closed.line,
        selectors: [...selectorsIn(closed.head)],
        declarations: closed.declarations.filter((each) => each !== '').toSorted(),
        isConditional: around.length > 0,
      })
    }
  }
  return rules
}
