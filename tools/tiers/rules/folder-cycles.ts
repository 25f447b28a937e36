import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'

interface Edge {
  readonly file: SourceFile
  readonly offset: number
  readonly to: string
}

/** Rule 2: folders do not import each other, directly or in a circle, in any package. */
export const folderCycles: Rule = { name: '2 folder cycles', check }

function check(tree: SourceTree): Finding[] {
  const edges = edgesByFolder(tree)
  const reported = new Set<string>()
  const findings: Finding[] = []
  for (const start of edges.keys()) {
    const circle = shortestCircle(start, edges)
    const key = circle
      ?.map((edge) => edge.file.folder)
      .sort()
      .join()
    if (!circle || !key || reported.has(key)) continue
    reported.add(key)
    findings.push(describe(circle))
  }
  return findings
}

/** Returns one edge for each pair of folders: the first import from one to the other. */
function edgesByFolder(tree: SourceTree): Map<string, Map<string, Edge>> {
  const edges = new Map<string, Map<string, Edge>>()
  for (const file of tree.values()) {
    if (file.isTest) continue
    for (const imported of file.imports) {
      const to = imported.target && tree.get(imported.target)?.folder
      if (!to || to === file.folder) continue
      const from = edges.get(file.folder) ?? new Map<string, Edge>()
      edges.set(file.folder, from)
      if (!from.has(to)) from.set(to, { file, offset: imported.offset, to })
    }
  }
  return edges
}

/** Returns the shortest circle of imports that leads back to `start`, by a breadth-first search; undefined if there is none. */
function shortestCircle(start: string, edges: Map<string, Map<string, Edge>>): Edge[] | undefined {
  const paths: Edge[][] = [...(edges.get(start)?.values() ?? [])].map((edge) => [edge])
  const seen = new Set<string>()
  for (let path = paths.shift(); path; path = paths.shift()) {
    const at = path.at(-1)?.to ?? start
    if (at === start) return path
    if (seen.has(at)) continue
    seen.add(at)
    for (const edge of edges.get(at)?.values() ?? []) paths.push([...path, edge])
  }
  return undefined
}

function describe(circle: readonly Edge[]): Finding {
  const [first] = circle
  if (!first) throw new Error('A circle has at least two edges')
  const steps = circle.map((edge) => `${edge.file.path}:${edge.file.lineAt(edge.offset)} -> ${edge.to}/`)
  const message = `Folders import each other in a circle; move what they share into a folder below both:\n    ${steps.join('\n    ')}`
  return findingAt(first.file, first.offset, message)
}
