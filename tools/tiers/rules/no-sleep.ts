import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { calleeOf, children, literalText, walk } from '../base/walk.ts'

/**
 * Rule 6: tests move the clock, or wait for a condition with a deadline that also holds on a busy machine. They never sleep for a
 * fixed time, and no test is left out.
 */
export const noSleep: Rule = {
  name: '6 no sleep',
  check: (tree) => perFile(tree, (file) => /\.(test|spec)\.tsx?$/.test(file.path), look),
}

const INSTEAD = 'move the clock, or poll for the condition with a deadline (a helper in a .testing.ts file)'

function* look(file: SourceFile): Generator<Finding> {
  for (const imported of file.imports) {
    if (imported.specifier === 'node:timers/promises')
      yield findingAt(file, imported.offset, `A test does not sleep: ${INSTEAD}.`)
  }
  for (const node of walk(file.program)) {
    const callee = calleeOf(node)
    const isPause = callee === 'setTimeout' && !isFake(file)
    if (isPause || callee?.endsWith('.waitForTimeout'))
      yield findingAt(file, node.start, `A test does not sleep: ${INSTEAD}.`)
    if (callee === 'vi.waitFor' && children(node, 'arguments').length < 2)
      yield findingAt(
        file,
        node.start,
        'vi.waitFor gives up after a second, too soon beside other work: name a timeout.',
      )
    if (
      callee &&
      /^(test|it|describe)(\.\w+)*\.(only|skip|todo|fixme)$/.test(callee) &&
      isDeclaration(children(node, 'arguments')[0])
    ) {
      yield findingAt(file, node.start, `${callee} leaves tests out: run it, mend it, or remove it.`)
    }
  }
}

const isFake = (file: SourceFile) => file.text.includes('useFakeTimers')

/**
 * Returns true if the first argument is a text, as in `test.skip('name', ...)`, which skips a test everywhere.
 * `test.skip(condition, reason)` skips it only on some machines.
 */
const isDeclaration = (first: ReturnType<typeof children>[number] | undefined) => literalText(first) !== undefined
