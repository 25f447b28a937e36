/** Node of the syntax tree, with the fields that the rules read. All other fields are reached by their key. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** Nodes of whole files, which nearly every rule goes through. */
const nodesOfPrograms = new WeakMap<Node, readonly Node[]>()

/** Returns the node and all nodes below it, each before the nodes below it. */
export function walk(node: Node): readonly Node[] {
  const nodesOfProgram = nodesOfPrograms.get(node)
  if (nodesOfProgram !== undefined) return nodesOfProgram
  const nodes: Node[] = []
  addNodes(node, nodes)
  if (node.type === 'Program') nodesOfPrograms.set(node, nodes)
  return nodes
}

function addNodes(node: Node, nodes: Node[]): void {
  nodes.push(node)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) addNodes(item, nodes)
    } else if (isNode(value)) addNodes(value, nodes)
  }
}

export const child = (node: Node | undefined, key: string): Node | undefined => {
  const value = node?.[key]
  return isNode(value) ? value : undefined
}

export const children = (node: Node | undefined, key: string): Node[] => {
  const value = node?.[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export const nameOf = (node: Node | undefined): string | undefined => {
  const name = node?.name
  return typeof name === 'string' ? name : undefined
}

/** Returns a chain of plain names as text (`a.b.c`); undefined for any other expression. */
export function dotted(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier') return nameOf(node)
  if (node?.type !== 'MemberExpression' || node.computed) return undefined
  const object = dotted(child(node, 'object'))
  return object && `${object}.${nameOf(child(node, 'property'))}`
}

/**
 * Returns the name of a called function: `Date.now` for `Date.now()`, and only the last name with a dot (`.insertInto`) if the
 * object is another expression. Undefined if the node is no call or the function has no name.
 */
export function calleeOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = child(node, 'callee')
  return dotted(callee) ?? (callee?.type === 'MemberExpression' ? `.${nameOf(child(callee, 'property'))}` : undefined)
}

/** Returns the text of a string or template literal, with `?` for each `${...}`; undefined for any other node. */
export function literalText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type !== 'TemplateLiteral') return undefined
  return children(node, 'quasis')
    .map((part) => (part.value as { cooked?: string | null }).cooked ?? '')
    .join('?')
}
