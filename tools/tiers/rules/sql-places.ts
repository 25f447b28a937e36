import { isSqlPlace } from '../base/layout.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'
import { sqlIn } from '../base/sql.ts'

const DRIVERS = new Set(['pg', 'pg-copy-streams', 'kysely'])

/** Rule 3: in packages, SQL and database drivers are used only in store, queries, tables, db/ and verify/. Tests are left out. */
export const sqlPlaces: Rule = {
  name: '3 SQL places',
  check: (tree) =>
    perFile(tree, (file) => file.path.startsWith('packages/') && !file.isTest && !isSqlPlace(file.path), look),
}

function* look(file: SourceFile): Generator<Finding> {
  const where = 'SQL lives only in store*, queries*, tables*, db/ and verify/'
  for (const imported of file.imports) {
    if (DRIVERS.has(imported.packageName) && !imported.isTypeOnly) {
      yield findingAt(
        file,
        imported.offset,
        `${where}: do not import ${imported.packageName} here, call a store or a query.`,
      )
    }
  }
  for (const { offset } of sqlIn(file)) {
    yield findingAt(file, offset, `${where}: move this statement into the module's store or queries.`)
  }
}
