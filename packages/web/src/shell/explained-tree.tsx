import { ExplainedArea } from '../features/utilization/explained-area.tsx'
import type { Explainable } from '../features/utilization/types.ts'
import { readScope } from '../scope/scope.ts'
import { useZone } from '../scope/zone.ts'

/**
 * Returns the utilization of the row of the tree (`o-1`, `e-1`) around an element, over the current period; undefined outside of
 * a row.
 */
function figureOf(element: HTMLElement, zone: string): Explainable | undefined {
  const line = element.closest<HTMLElement>('[data-key]')
  const [which, id] = line?.dataset.key?.split('-') ?? []
  if (line === null || id === undefined) return undefined
  const { from, to, shift, tz } = readScope(zone)
  const kind = which === 'o' ? 'unit' : 'machine'
  return { place: { kind, id: Number(id), name: line.title, zone: tz }, from, to, asOf: to, shift }
}

/** Area around the company tree in which the pointer over a utilization shows its explanation. */
export function ExplainedTree({ children }: { children: React.ReactNode }) {
  const zone = useZone()
  return (
    <ExplainedArea figures=".tree-aside:not(.tree-aside-name)" explainableOf={(element) => figureOf(element, zone)}>
      {children}
    </ExplainedArea>
  )
}
