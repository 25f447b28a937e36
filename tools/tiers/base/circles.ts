import type { SourceFile, SourceTree } from './source-tree.ts'

/** Import that leads to another place of the source tree: a file or a folder. */
export interface Edge {
  readonly file: SourceFile
  readonly offset: number
  readonly to: string
}

/** Circle of imports: the last edge leads to where the first begins. */
export type Circle = readonly [Edge, ...Edge[]]

/** Edges by the place where they start, and the place to which they lead. */
type Edges = Map<string, Map<string, Edge>>

/**
 * Returns the circles of imports between places, imports of types included, each once. `placeOf` says what a place is: the
 * file itself, or its folder. The files for which `counts` returns false have no place.
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

/** Returns one edge for each pair of places: the first import from one to the other. */
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

/** Removes the places that import nothing that imports: no circle passes them. */
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

/** Returns the shortest circle of imports that leads back to `start`, by a breadth-first search; undefined if there is none. */
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

/** Returns the steps of a circle, a line each, with the place of each import. */
export const stepsOf = (circle: readonly Edge[], ending = ''): string =>
  circle.map(({ file, offset, to }) => `\n    ${file.path}:${file.lineAt(offset)} -> ${to}${ending}`).join('')
