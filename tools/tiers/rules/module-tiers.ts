import { moduleOf, tierOf } from '../base/layout.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'

/**
 * Rule 4: a module imports modules of earlier tiers only, and never another module of its own tier. A module without a tier is a
 * finding.
 */
export const moduleOrder: Rule = {
  name: '4 module tiers',
  check: (tree) => perFile(tree, (file) => moduleOf(file.path) !== undefined && !file.isTest, look),
}

function* look(file: SourceFile): Generator<Finding> {
  const module = moduleOf(file.path) ?? ''
  const tier = tierOf(module)
  if (tier < 0) {
    yield findingAt(file, 0, `Module ${module} has no tier: give it one in tools/tiers/base/layout.ts.`)
    return
  }
  for (const imported of file.imports) {
    const other = imported.target && moduleOf(imported.target)
    if (!other || other === module || tierOf(other) < tier) continue
    const why = tierOf(other) === tier ? 'stands in the same tier' : 'stands in a later tier'
    yield findingAt(
      file,
      imported.offset,
      `${module} may not call ${other}, which ${why}: state a fact, and let ${other} subscribe to it.`,
    )
  }
}
