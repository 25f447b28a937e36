import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { calleeOf, child, children, dotted, literalText, type Node, nameOf, walk } from '../base/walk.ts'

/**
 * Rule 10: text never becomes a program, a command line or markup, and random numbers on the server cannot be guessed. Tests are
 * left out.
 */
export const noDanger: Rule = {
  name: '10 no danger',
  check: (tree) => perFile(tree, (file) => !file.isTest, look),
}

const COMMAND_LINES = new Set(['exec', 'execSync'])
const MARKUP = new Set(['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML'])

function* look(file: SourceFile): Generator<Finding> {
  for (const imported of file.imports) {
    if (imported.packageName === 'node:child_process' && imported.names.some((name) => COMMAND_LINES.has(name)))
      yield findingAt(file, imported.offset, 'Commands are started by execFile or spawn with a list of arguments.')
  }
  for (const node of walk(file.program)) {
    const why = danger(node, file.path)
    if (why !== undefined) yield findingAt(file, node.start, why)
  }
}

function danger(node: Node, path: string): string | undefined {
  const callee = calleeOf(node)
  const [first] = children(node, 'arguments')
  if (callee === 'eval' || (node.type === 'NewExpression' && dotted(child(node, 'callee')) === 'Function'))
    return 'Text is not run as a program.'
  if ((callee === 'setTimeout' || callee === 'setInterval') && literalText(first) !== undefined)
    return 'A timer takes a function, not text.'
  if (node.type === 'Property' && nameOf(child(node, 'key')) === 'shell' && child(node, 'value')?.value === true)
    return 'Commands are started without a shell.'
  if (callee === 'Math.random' && path.startsWith('packages/server/'))
    return 'Chance on the server comes from node:crypto: what cannot be guessed today may guard something tomorrow.'
  return isMarkup(node) ? 'Text is shown as text: React escapes it, markup from text does not.' : undefined
}

function isMarkup(node: Node): boolean {
  if (node.type === 'JSXAttribute') return MARKUP.has(nameOf(child(node, 'name')) ?? '')
  if (node.type === 'MemberExpression') return MARKUP.has(nameOf(child(node, 'property')) ?? '')
  return calleeOf(node) === 'document.write'
}
