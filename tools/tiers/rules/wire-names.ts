import { serverPart } from '../base/layout.ts'
import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'
import { child, children, type Node, nameOf, walk } from '../base/walk.ts'
import { wireNamesIn } from '../base/words.ts'

const TABLES = /^packages\/server\/src\/.*\btables\.ts$/
const CONTRACT = /^packages\/contract\/src\//
/**
 * Pattern of the files of the domain with tables of settings, whose `column` and `wire` are names of columns and of fields of the
 * contract.
 */
const SETTINGS = /^packages\/domain\/src\/[a-z]+\/[a-z]+-settings\.ts$/
const WIRE_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/
/** Pattern of the server files that translate between the names of the program and those of the contract. */
const EDGE = /\/(present|calls|routes|read|tables)\b[^/]*\.ts$|-routes\.ts$/
/**
 * Pattern of the files in which an object may have such names as keys: statements of the query builder, and answers made of
 * several modules.
 */
const BUILDS = /\/(store|queries)\b[^/]*\.ts$|^packages\/server\/src\/(verify|modules\/(views|reports))\//

/**
 * Rule 14: rows are camelCase on the server. The name of a column or of a field of the contract (snake_case) is no property of an
 * object or a type, except in files that translate names or build a statement.
 */
export const wireNames: Rule = {
  name: '14 wire names',
  check: (tree) => {
    const names = wireNamesOf(tree)
    return [...tree.values()].filter(isChecked).flatMap((file) => [...look(file, names)])
  },
}

const isChecked = ({ path, isTest }: SourceFile) => {
  const part = serverPart(path)
  return part !== undefined && part !== 'db' && !isTest && !EDGE.test(path) && !(path in wireNamesIn)
}

function wireNamesOf(tree: SourceTree): ReadonlySet<string> {
  const names = new Set<string>()
  for (const file of tree.values()) {
    const member = TABLES.test(file.path) ? 'TSPropertySignature' : CONTRACT.test(file.path) ? 'Property' : undefined
    if (SETTINGS.test(file.path)) for (const name of namesInSettings(file)) names.add(name)
    if (member === undefined) continue
    for (const node of walk(file.program)) {
      const name = node.type === member ? nameOf(child(node, 'key')) : undefined
      if (name !== undefined && WIRE_NAME.test(name)) names.add(name)
    }
  }
  return names
}

function* namesInSettings(file: SourceFile): Generator<string> {
  for (const node of walk(file.program)) {
    const key = node.type === 'Property' ? nameOf(child(node, 'key')) : undefined
    const value = key === 'column' || key === 'wire' ? child(node, 'value')?.value : undefined
    if (typeof value === 'string' && WIRE_NAME.test(value)) yield value
  }
}

function* look(file: SourceFile, names: ReadonlySet<string>): Generator<Finding> {
  const taken = new Set<Node>()
  for (const node of walk(file.program)) {
    if (node.type === 'ObjectPattern') for (const property of children(node, 'properties')) taken.add(property)
    const name = propertyIn(node)
    if (name === undefined || !names.has(name)) continue
    if (node.type === 'Property' && !taken.has(node) && BUILDS.test(file.path)) continue
    yield findingAt(file, node.start, `\`${name}\` is a name of the wire or of a column: use it in camelCase here.`)
  }
}

function propertyIn(node: Node): string | undefined {
  if (node.type === 'MemberExpression' && !node.computed) return nameOf(child(node, 'property'))
  return node.type === 'Property' || node.type === 'TSPropertySignature' ? nameOf(child(node, 'key')) : undefined
}
