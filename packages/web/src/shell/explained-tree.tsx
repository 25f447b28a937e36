import { ExplainedArea } from '../features/utilization/explained-area.tsx'
import type { Explainable } from '../features/utilization/types.ts'
import { readScope } from '../scope/scope.ts'
import { useZone } from '../scope/zone.ts'

/** The figure of a line of the tree (`o-1`, `e-1`), over the period that is looked at. */
function figureOf(element: HTMLElement, zone: string): Explainable | undefined {
  const line = element.closest<HTMLElement>('[data-key]')
  const [which, id] = line?.dataset.key?.split('-') ?? []
  if (line === null || id === undefined) return undefined
  const { from, to, shift, tz } = readScope(zone)
  const kind = which === 'o' ? 'unit' : 'machine'
  return { place: { kind, id: Number(id), name: line.title, zone: tz }, from, to, asOf: to, shift }
}

/** The company tree, whose figures explain themselves as all others do. */
export function ExplainedTree({ children }: { children: React.ReactNode }) {
  const zone = useZone()
  return (
    <ExplainedArea figures=".tree-aside:not(.tree-aside-name)" of={(element) => figureOf(element, zone)}>
      {children}
    </ExplainedArea>
  )
}
