/** Rule of a style sheet with its selectors and declarations. */
export interface StyleRule {
  /** Line of the selector in the style sheet, from 1. */
  readonly line: number
  readonly selectors: readonly string[]
  /** Declarations in alphabetical order, such as `gap: 8px`. */
  readonly declarations: readonly string[]
  /** True if the rule is inside another block, such as `@media` or `@container`. */
  readonly isConditional: boolean
}

/** Pattern of the parts of a style sheet without comments: a head with its opening brace, a declaration, or a closing brace. */
const PARTS = /([^{};]*)\{|([^{};]+)(?:;|(?=\}))|\}/g

const withoutComments = (css: string): string =>
  css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** Yields the selectors of a list without white space at their ends, divided at the commas outside parentheses. */
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

/**
 * Returns the rules of a style sheet in the order in which they end, without the steps of `@keyframes` and without at-rules
 * themselves.
 */
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
