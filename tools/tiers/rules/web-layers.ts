import { layerOf, webLayers, webPart } from '../base/layout.ts'
import { type Finding, findingAt, perFile, type Rule } from '../base/rule.ts'
import type { SourceFile } from '../base/source-tree.ts'

const order = 'lib, ui, charts <- scope, live <- features <- shell, pages <- app'

/** Rule 8: a folder of the web imports only its own layer and lower layers, and features do not import each other. */
export const webLayering: Rule = {
  name: '8 web layers',
  check: (tree) => perFile(tree, (file) => webPart(file.path) !== undefined && !file.isTest, look),
}

function* look(file: SourceFile): Generator<Finding> {
  const part = webPart(file.path) ?? ''
  const layer = layerIn(part)
  if (layer < 0) {
    yield findingAt(
      file,
      0,
      `packages/web/src/${part} has no place in the web's layers: give it one in tools/tiers/base/layout.ts.`,
    )
    return
  }
  for (const imported of file.imports) {
    const other = imported.target && webPart(imported.target)
    if (!imported.target || !other) continue
    if (layerIn(other) > layer) {
      yield findingAt(
        file,
        imported.offset,
        `${part} may not import ${other} (${order}): take it as a prop, or move it down.`,
      )
    }
    const [from, to] = [featureOf(file.path), featureOf(imported.target)]
    if (from && to && from !== to) {
      yield findingAt(
        file,
        imported.offset,
        `Feature ${from} may not import feature ${to}: compose both in a page, or move what they share down.`,
      )
    }
  }
}

/**
 * Returns the index of the layer of a part of the web, -1 if it has none. A file at the top of src (main.tsx, router.tsx) belongs
 * to the last layer.
 */
const layerIn = (part: string) => (part.includes('.') ? webLayers.length - 1 : layerOf(webLayers, part))

const featureOf = (path: string): string | undefined => /^packages\/web\/src\/features\/([^/]+)/.exec(path)?.[1]
