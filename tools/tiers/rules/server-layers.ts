import { layerOf, moduleOf, serverLayers, serverPart } from '../base/layout.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'

const order = 'platform <- modules <- flow <- sources <- app'

/**
 * Rule 2: in the server, platform <- modules <- flow <- sources <- app. A module is imported only through its index.ts, and test
 * helpers are not imported by production code.
 */
export const serverLayering: Rule = {
  name: '2 server layers',
  check: (tree) => perFile(tree, (file) => serverPart(file.path) !== undefined && !file.isTest, look),
}

function* look(file: SourceFile): Generator<Finding> {
  const part = serverPart(file.path) ?? ''
  const layer = layerOf(serverLayers, part)
  if (layer < 0) {
    yield findingAt(
      file,
      0,
      `packages/server/src/${part} has no place in the server's layers: give it one in tools/tiers/base/layout.ts.`,
    )
    return
  }
  for (const imported of file.imports) {
    const other = imported.target && serverPart(imported.target)
    if (!imported.target || !other) continue
    if (layerOf(serverLayers, other) > layer) {
      yield findingAt(
        file,
        imported.offset,
        `${part} may not import ${other} (${order}): pass what is needed in, or move it down.`,
      )
    }
    const module = moduleOf(imported.target)
    if (module && module !== moduleOf(file.path) && !imported.target.endsWith(`/modules/${module}/index.ts`)) {
      yield findingAt(
        file,
        imported.offset,
        `Enter ${module} through modules/${module}/index.ts: export there what others may use.`,
      )
    }
    if (/\.testing\.ts$|\/testing\//.test(imported.target)) {
      yield findingAt(file, imported.offset, 'Production code may not import a test helper.')
    }
  }
}
