import { type Finding, findingAt } from './base/rule.ts'
import type { SourceFile, SourceTree } from './base/source-tree.ts'
import { children, walk } from './base/walk.ts'

const FILE_LINES = 400
const FUNCTION_LINES = 80
const JSX_FUNCTION_LINES = 150
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/**
 * Returns a finding for each file and function that is longer than STYLE.md allows without a reason. They are printed but never
 * fail the check. Tests are left out.
 */
export function longOnes(tree: SourceTree): Finding[] {
  return [...tree.values()].filter((file) => !file.isTest).flatMap((file) => [...lengthsOf(file)])
}

function* lengthsOf(file: SourceFile): Generator<Finding> {
  const lines = file.text.split('\n').length - 1
  if (lines > FILE_LINES) yield findingAt(file, 0, `${lines} lines in one file (${FILE_LINES}).`)
  if (lines <= FUNCTION_LINES) return
  const limit = file.path.endsWith('.tsx') ? JSX_FUNCTION_LINES : FUNCTION_LINES
  for (const node of walk(file.program)) {
    if (!FUNCTIONS.has(node.type) || children(node, 'params') === undefined) continue
    const length = file.lineAt(node.end) - file.lineAt(node.start) + 1
    if (length > limit) yield findingAt(file, node.start, `${length} lines in one function (${limit}).`)
  }
}
