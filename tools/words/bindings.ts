import { child, children, type Node, nameOf, walk } from '../tiers/base/walk.ts'

/** Name that a source declares, with its offset in the text and the kind of its declaration. */
export interface Binding {
  readonly name: string
  readonly start: number
  readonly kind: 'variable' | 'type' | 'other'
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'TSFunctionType'])
const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'])
const MEMBERS = new Set(['MethodDefinition', 'PropertyDefinition'])

/**
 * Yields every name that a source declares: variables and parameters, functions, types, and methods and fields of classes. A name
 * may come several times.
 */
export function* bindingsOf(program: Node): Generator<Binding> {
  for (const node of walk(program)) {
    if (node.type === 'VariableDeclarator') yield* namesIn(child(node, 'id'))
    if (node.type === 'CatchClause') yield* namesIn(child(node, 'param'))
    if (FUNCTIONS.has(node.type)) {
      for (const parameter of children(node, 'params')) yield* namesIn(parameter)
      yield* named(child(node, 'id'), 'other')
    }
    if (TYPES.has(node.type)) yield* named(child(node, 'id'), 'type')
    if (MEMBERS.has(node.type) && node.computed !== true) yield* named(child(node, 'key'), 'other')
  }
}

function* named(node: Node | undefined, kind: Binding['kind']): Generator<Binding> {
  const name = nameOf(node)
  if (node && name !== undefined) yield { name, start: node.start, kind }
}

/** Yields the names that a pattern binds: `{ a: b, ...c }` binds `b` and `c`. Yields none for an undefined pattern. */
function* namesIn(pattern: Node | undefined): Generator<Binding> {
  if (!pattern) return
  switch (pattern.type) {
    case 'Identifier':
      yield* named(pattern, 'variable')
      break
    case 'ObjectPattern':
      for (const property of children(pattern, 'properties')) yield* namesIn(child(property, 'value') ?? property)
      break
    case 'ArrayPattern':
      for (const element of children(pattern, 'elements')) yield* namesIn(element)
      break
    case 'AssignmentPattern':
      yield* namesIn(child(pattern, 'left'))
      break
    case 'RestElement':
      yield* namesIn(child(pattern, 'argument'))
      break
    case 'TSParameterProperty':
      yield* namesIn(child(pattern, 'parameter'))
      break
  }
}
