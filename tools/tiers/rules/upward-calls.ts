import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { neededTypes, upwardCalls } from '../base/upward.ts'
import { child, children, type Node, nameOf, walk } from '../base/walk.ts'

const MODULES = 'packages/server/src/modules/'
const NEEDS_FILE = 'packages/server/src/platform/calls/needs.ts'
const MAX_CALLS = 5

/**
 * Rule 4: an earlier module gets no function of a later module. So a member of `Needs` is data, or a function without parameters
 * that returns data, or has a type listed in `base/upward.ts`. Any other member must be listed there with its reason, and `Needs`
 * extends no other type.
 */
export const upwardCallsRule: Rule = {
  name: '4 no upward callbacks',
  check: (tree) => perFile(tree, isChecked, look),
}

const isChecked = (file: SourceFile): boolean =>
  !file.isTest && (file.path.startsWith(MODULES) || file.path === NEEDS_FILE) && file.text.includes('Needs')

const listed = new Set(Object.keys(upwardCalls).slice(0, MAX_CALLS))

function* look(file: SourceFile): Generator<Finding> {
  for (const node of walk(file.program)) {
    if (node.type !== 'TSInterfaceDeclaration' || !nameOf(child(node, 'id'))?.endsWith('Needs')) continue
    for (const parent of children(node, 'extends')) yield findingAt(file, parent.start, messageOf('This parent'))
    for (const member of children(child(node, 'body'), 'body')) {
      const name = nameOf(child(member, 'key')) ?? 'This member'
      if (!listed.has(name) && !isAllowed(member)) yield findingAt(file, member.start, messageOf(name))
    }
  }
}

const messageOf = (name: string): string =>
  `${name} may be or hold a function of a later module: state a shared fact (domain/src/facts.ts), and let that module subscribe. A type without such functions is listed in tools/tiers/base/upward.ts.`

function isAllowed(member: Node): boolean {
  if (member.type === 'TSMethodSignature') return isQuestion(member)
  const type = typeOf(member)
  return (
    member.type === 'TSPropertySignature' && (isData(type) || (type?.type === 'TSFunctionType' && isQuestion(type)))
  )
}

/** Returns the type in the annotation of a node (`name: Type`); undefined if it has none. */
const typeOf = (node: Node | undefined): Node | undefined => child(child(node, 'typeAnnotation'), 'typeAnnotation')

/** Returns true for a function type without parameters that returns data. */
const isQuestion = (called: Node): boolean =>
  children(called, 'params').length === 0 && isData(child(child(called, 'returnType'), 'typeAnnotation'))

/** Types that only wrap the types in their arguments. */
const WRAPPERS = new Set(['Promise', 'Readonly', 'ReadonlyArray', 'ReadonlyMap', 'ReadonlySet'])
const DATA = /^TS(String|Number|Boolean|BigInt|Null|Undefined|Void)Keyword$|^TSLiteralType$/

/**
 * Returns true for a type whose values contain no function, as far as its text shows, and for a listed type. Returns false
 * without a type.
 */
function isData(type: Node | undefined): boolean {
  if (type === undefined) return false
  if (DATA.test(type.type)) return true
  switch (type.type) {
    case 'TSUnionType':
      return children(type, 'types').every(isData)
    case 'TSArrayType':
      return isData(child(type, 'elementType'))
    case 'TSTypeOperator':
      return isData(child(type, 'typeAnnotation'))
    case 'TSTypeLiteral':
      return children(type, 'members').every(
        (member) => member.type === 'TSPropertySignature' && isData(typeOf(member)),
      )
    case 'TSTypeReference':
      return isNamedData(type)
    default:
      return false
  }
}

function isNamedData(type: Node): boolean {
  const name = nameOf(child(type, 'typeName')) ?? ''
  return WRAPPERS.has(name) ? children(child(type, 'typeArguments'), 'params').every(isData) : name in neededTypes
}
