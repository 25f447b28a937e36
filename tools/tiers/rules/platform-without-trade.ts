import { posix } from 'node:path'
import { tableOwners } from '../base/layout.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { sqlIn } from '../base/sql.ts'
import { child, children, type Node, nameOf } from '../base/walk.ts'
import { tradeInPlatform, tradeWords, verbsAtFirst, wordsOf } from '../base/words.ts'

const PLATFORM = 'packages/server/src/platform/'

/**
 * Rule 12: no file, folder or export of the platform has a word of the trade in its name, and its SQL names only tables of the
 * platform.
 */
export const platformWithoutTrade: Rule = {
  name: '12 platform without trade',
  check: (tree) => perFile(tree, (file) => file.path.startsWith(PLATFORM) && !file.isTest, look),
}

const remedy = 'move it to the module that owns this, or name it for any product'

function* look(file: SourceFile): Generator<Finding> {
  const folders = posix.dirname(file.path.slice(PLATFORM.length)).split('/')
  for (const name of [...folders, posix.basename(file.path, '.ts')]) {
    const word = tradeWordIn(name)
    if (word !== undefined) yield findingAt(file, 0, `The platform has no file about a ${word}: ${remedy}.`)
  }
  for (const { name, node } of exportsOf(file.program)) {
    const word = tradeWordIn(name)
    if (word !== undefined) yield findingAt(file, node.start, `\`${name}\`: the platform knows no ${word}: ${remedy}.`)
  }
  for (const { offset, reads, writes } of sqlIn(file)) {
    for (const table of new Set([...reads, ...writes])) {
      const owner = tableOwners[table]
      if (owner !== undefined && owner !== 'platform')
        yield findingAt(file, offset, `${table} belongs to ${owner}, and the platform names only its own tables.`)
    }
  }
}

function tradeWordIn(name: string): string | undefined {
  if (name in tradeInPlatform) return undefined
  const words = wordsOf(name)
  const isVerb = (word: string, i: number) =>
    i === 0 && words.length > 1 && /^[a-z]/.test(name) && verbsAtFirst.has(word)
  return words.find((word, i) => tradeWords.has(word) && !isVerb(word, i))
}

function* exportsOf(program: Node): Generator<{ name: string; node: Node }> {
  for (const statement of children(program, 'body')) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const declaration = child(statement, 'declaration')
    const declared = [declaration, ...children(declaration, 'declarations')].map((node) => child(node, 'id'))
    const specified = children(statement, 'specifiers').map((specifier) => child(specifier, 'exported'))
    for (const id of [...declared, ...specified]) {
      const name = nameOf(id)
      if (id && name !== undefined) yield { name, node: id }
    }
  }
}
