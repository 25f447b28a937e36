import type { SourceFile, SourceTree } from './source-tree.ts'

/**
 * Import that leads to another place, which is a file or a folder of the source tree, with the offset of the import in the file.
 */
export interface Edge {
  readonly file: SourceFile
  readonly offset: number
  readonly to: string
}

/** Imports that form a circle: each leads to the place of the next, and the last to the place of the first. */
export type Circle = readonly [Edge, ...Edge[]]

/** First import between two places, by the place where it starts and then by the place to which it leads. */
type Edges = Map<string, Map<string, Edge>>

/**
 * Returns the shortest circle of imports through each place, imports of types included, each circle once; empty if there is none.
 * `placeOf` returns the place of a file: the file itself, or its folder. Imports in files for which `counts` returns false are
 * left out.
 */
export function circlesOf(
  tree: SourceTree,
  placeOf: (file: SourceFile) => string,
  counts: (file: SourceFile) => boolean,
): Circle[] {
  const edges = edgesByPlace(tree, placeOf, counts)
  removeDeadEnds(edges)
  const reported = new Set<string>()
  const circles: Circle[] = []
  for (const start of edges.keys()) {
    const circle = shortestCircle(start, edges)
    const key = circle
      ?.map(({ to }) => to)
      .sort()
      .join()
    if (!circle || !key || reported.has(key)) continue
    reported.add(key)
    circles.push(circle)
  }
  return circles
}

/**
 * Returns an edge for each pair of different places of which the first imports the second: the first such import. Imports of
 * files outside the tree are left out.
 */
function edgesByPlace(
  tree: SourceTree,
  placeOf: (file: SourceFile) => string,
  counts: (file: SourceFile) => boolean,
): Edges {
  const edges: Edges = new Map()
  for (const file of tree.values()) {
    if (!counts(file)) continue
    const place = placeOf(file)
    for (const { target, offset } of file.imports) {
      const other = target ? tree.get(target) : undefined
      const to = other && placeOf(other)
      if (!to || to === place) continue
      const from = edges.get(place) ?? new Map<string, Edge>()
      edges.set(place, from)
      if (!from.has(to)) from.set(to, { file, offset, to })
    }
  }
  return edges
}

/** Removes the places that lead to no place with imports, again and again, since no circle passes through them. */
function removeDeadEnds(edges: Edges): void {
  let isDone = false
  while (!isDone) {
    isDone = true
    for (const [place, outgoing] of edges) {
      for (const to of outgoing.keys()) if (!edges.has(to)) outgoing.delete(to)
      if (outgoing.size > 0) continue
      edges.delete(place)
      isDone = false
    }
  }
}

/**
 * Returns the shortest circle of imports that leads from `start` back to `start`, by a breadth-first search; undefined if there
 * is none.
 */
function shortestCircle(start: string, edges: Edges): Circle | undefined {
  const paths: Circle[] = [...(edges.get(start)?.values() ?? [])].map((edge) => [edge])
  const seen = new Set<string>()
  for (let path = paths.shift(); path; path = paths.shift()) {
    const { to: at } = path.at(-1) ?? path[0]
    if (at === start) return path
    if (seen.has(at)) continue
    seen.add(at)
    for (const edge of edges.get(at)?.values() ?? []) paths.push([...path, edge])
  }
  return undefined
}

/**
 * Returns the steps of a circle as text, a line each with the file and line of the import and the place to which it leads,
 * followed by `ending`.
 */
export const stepsOf = (circle: readonly Edge[], ending = ''): string =>
  circle.map(({ file, offset, to }) => `\n    ${file.path}:${file.lineAt(offset)} -> ${to}${ending}`).join('')
