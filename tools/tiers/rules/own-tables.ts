import { isDirectoryStore, moduleOf, serverPart, tableOwners } from '../base/layout.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'
import { sqlIn } from '../base/sql.ts'
import { child, children, nameOf, walk } from '../base/walk.ts'

const TABLES = /^packages\/server\/src\/.*\btables\.ts$/
const LAYOUT = 'tools/tiers/base/layout.ts'

/**
 * Rule 3: a module writes only its own tables, and every table has an owner, whose `tables.ts` defines it. Writes of verify and
 * of files `store-directory*` are not checked.
 */
export const ownTables: Rule = {
  name: '3 own tables',
  check: (tree) => [
    ...perFile(tree, (file) => serverPart(file.path) !== undefined && !file.isTest, foreignWrites),
    ...wrongOwners(tree),
  ],
}

function* foreignWrites(file: SourceFile): Generator<Finding> {
  const writer = moduleOf(file.path) ?? serverPart(file.path)
  if (writer === 'verify' || isDirectoryStore(file.path)) return
  for (const { offset, writes } of sqlIn(file)) {
    for (const table of writes) {
      const owner = tableOwners[table]
      if (!owner || owner === writer) continue
      yield findingAt(
        file,
        offset,
        `${writer} writes ${table}, which belongs to ${owner}: call a function of ${owner}'s door instead.`,
      )
    }
  }
}

/**
 * Yields a finding for each table that has no owner, or is defined in another place than the `tables.ts` of its owner. Tables are
 * the members of `interface Tables`.
 */
function* wrongOwners(tree: SourceTree): Generator<Finding> {
  for (const file of tree.values()) {
    if (!TABLES.test(file.path)) continue
    const definer = moduleOf(file.path) ?? serverPart(file.path)
    for (const node of walk(file.program)) {
      if (node.type !== 'TSInterfaceDeclaration' || nameOf(child(node, 'id')) !== 'Tables') continue
      for (const member of children(child(node, 'body'), 'body')) {
        const table = nameOf(child(member, 'key'))
        const owner = table === undefined ? undefined : tableOwners[table]
        if (table === undefined || owner === definer) continue
        const message =
          owner === undefined
            ? `Table ${table} has no owner: name the module that writes it in ${LAYOUT}.`
            : `Table ${table} belongs to ${owner}: define it in the tables.ts of ${owner}.`
        yield findingAt(file, member.start, message)
      }
    }
  }
}
