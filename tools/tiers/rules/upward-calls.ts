import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'
import { upwardCalls } from '../base/upward.ts'
import { child, children, type Node, nameOf, walk } from '../base/walk.ts'

const MODULES = 'packages/server/src/modules/'
const NEEDS_FILE = 'packages/server/src/platform/calls/needs.ts'
const MAX_CALLS = 5

/**
 * Rule 4: an earlier module is handed no function of a later one. A member of `Needs` that is a function with parameters is
 * such a function, unless it is listed in `base/upward.ts` with its reason. Members without parameters return settings of the
 * installation, and classes belong to the module itself, as rule 4 on imports holds.
 */
export const upwardCallsRule: Rule = {
  name: '4 no upward callbacks',
  check: (tree) => {
    const functions = functionTypesOf(tree)
    return perFile(tree, isChecked, (file) => look(file, functions))
  },
}

const isChecked = (file: SourceFile): boolean =>
  !file.isTest && (file.path.startsWith(MODULES) || file.path === NEEDS_FILE) && file.text.includes('Needs')

const listed = new Set(Object.keys(upwardCalls).slice(0, MAX_CALLS))

function* look(file: SourceFile, functions: ReadonlySet<string>): Generator<Finding> {
  for (const node of walk(file.program)) {
    if (node.type !== 'TSInterfaceDeclaration' || !nameOf(child(node, 'id'))?.endsWith('Needs')) continue
    for (const member of children(child(node, 'body'), 'body')) {
      const name = nameOf(child(member, 'key')) ?? ''
      if (listed.has(name) || !isFunction(member, functions)) continue
      yield findingAt(
        file,
        member.start,
        `${name} is a function of a later module: state a shared fact (domain/src/facts.ts), and let that module subscribe.`,
      )
    }
  }
}

function isFunction(member: Node, functions: ReadonlySet<string>): boolean {
  if (member.type === 'TSMethodSignature') return children(member, 'params').length > 0
  const type = child(child(member, 'typeAnnotation'), 'typeAnnotation')
  if (type?.type === 'TSFunctionType') return children(type, 'params').length > 0
  return type?.type === 'TSTypeReference' && functions.has(nameOf(child(type, 'typeName')) ?? '')
}

/** Returns the names of all types of the modules that are functions with parameters. */
function functionTypesOf(tree: SourceTree): ReadonlySet<string> {
  const names = new Set<string>()
  for (const file of tree.values()) {
    if (!file.path.startsWith(MODULES) || !file.text.includes('=>')) continue
    for (const node of walk(file.program)) {
      const type = child(node, 'typeAnnotation')
      if (node.type !== 'TSTypeAliasDeclaration' || type?.type !== 'TSFunctionType') continue
      if (children(type, 'params').length > 0) names.add(nameOf(child(node, 'id')) ?? '')
    }
  }
  return names
}
