import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { calleeOf, child, children, type Node, nameOf, walk } from '../base/walk.ts'

const CLOCKS = new Set([
  'packages/server/src/platform/clock.ts',
  'packages/web/src/lib/clock.ts',
  'packages/simulator/src/clock.ts',
])
const READINGS = /^(Date\.now|Date|performance\.now|process\.hrtime(\.bigint)?|Temporal\.Now\.\w+)$/

/** Rule 6: in packages, only the clock modules read the time of the machine. Tests, tools and benchmarks may read it too. */
export const clocks: Rule = {
  name: '6 clocks',
  check: (tree) =>
    perFile(tree, (file) => file.path.startsWith('packages/') && !file.isTest && !CLOCKS.has(file.path), look),
}

function* look(file: SourceFile): Generator<Finding> {
  if (!/\b(Date|performance|hrtime|Temporal)\b/.test(file.text)) return
  for (const node of walk(file.program)) {
    const reading = readingOf(node)
    if (reading)
      yield findingAt(
        file,
        node.start,
        `${reading} outside of the clocks: take a Clock, or the instant, as an argument.`,
      )
  }
}

function readingOf(node: Node): string | undefined {
  if (
    node.type === 'NewExpression' &&
    nameOf(child(node, 'callee')) === 'Date' &&
    children(node, 'arguments').length === 0
  ) {
    return 'new Date()'
  }
  const callee = calleeOf(node)
  if (callee && READINGS.test(callee)) return `${callee}()`
  return node.type === 'MemberExpression' && isHandedOn(node) ? 'Date.now' : undefined
}

/**
 * Returns true for a reference to `Date.now` that is not a call, such as `const now = Date.now`. Calls are found by their name.
 */
function isHandedOn(node: Node): boolean {
  return nameOf(child(node, 'object')) === 'Date' && nameOf(child(node, 'property')) === 'now' && !node.computed
}
