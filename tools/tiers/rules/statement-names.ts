import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { calleeOf, child, children, literalText, type Node, walk } from '../base/walk.ts'

const DEFINITIONS = /^(company|directory|database)(Rows|Row|Read|Has|Run)$/

interface NamedStatement {
  readonly offset: number
  readonly name: string
}

/**
 * Rule 16: no two prepared statements of the server have the same name, because PostgreSQL refuses a second text under the same
 * name on a connection. Names without a dot and names that a template computes are not checked.
 */
export const statementNames: Rule = {
  name: '16 statement names',
  check(tree) {
    const first = new Map<string, string>()
    const findings: Finding[] = []
    for (const file of tree.values()) {
      if (!file.path.startsWith('packages/server/src/') || file.isTest) continue
      for (const { offset, name } of statementsIn(file)) {
        const other = first.get(name)
        if (other === undefined) first.set(name, `${file.path}:${file.lineAt(offset)}`)
        else
          findings.push(findingAt(file, offset, `The statement \`${name}\` has the name of ${other}: choose another.`))
      }
    }
    return findings
  },
}

function* statementsIn(file: SourceFile): Generator<NamedStatement> {
  for (const node of walk(file.program)) {
    const named = node.type === 'ObjectExpression' ? nameOfObject(node) : nameOfDefinition(node)
    const name = literalText(named)
    if (named !== undefined && name?.includes('.') && !name.includes('?')) yield { offset: named.start, name }
  }
}

/** Returns the value of `name` in an object `{ name, text }`; undefined if either is missing. */
function nameOfObject(node: Node): Node | undefined {
  const properties = children(node, 'properties')
  const propertyOf = (key: string) => {
    const property = properties.find((each) => (child(each, 'key') as { name?: string } | undefined)?.name === key)
    return property && child(property, 'value')
  }
  return propertyOf('text') && propertyOf('name')
}

/** Returns the first argument of a call such as `companyRows(name, text)`; undefined for any other node. */
function nameOfDefinition(node: Node): Node | undefined {
  return node.type === 'CallExpression' && DEFINITIONS.test(calleeOf(node) ?? '')
    ? children(node, 'arguments')[0]
    : undefined
}
