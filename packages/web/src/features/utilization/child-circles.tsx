import { useMemo, useRef } from 'react'
import { hours, percent } from '../../lib/format.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'
import { childOf, markWords } from './child-bars.tsx'
import { type Child, markOf } from './children.ts'
import { Explained } from './explained.tsx'
import type { Explainable } from './types.ts'
import { UtilRing } from './util-ring.tsx'

interface CirclesProps {
  explainable: Explainable
  listed: readonly Child[]
  pathOf: (child: Child) => string
}

const ROW_PX = 168
const LEAST_PX = 164

/** Grid of units and machines, each with a link, a ring and its utilization; only lines in view are rendered. */
export function ChildCircles({ explainable, listed, pathOf }: CirclesProps) {
  const list = useRef<HTMLUListElement>(null)
  const width = useWidth(list)
  const across = Math.max(1, Math.floor(width / LEAST_PX))
  const lines = Math.ceil(listed.length / across)
  const tops = useMemo(() => Array.from({ length: lines + 1 }, (_, i) => i * ROW_PX), [lines])
  const { first, end } = useRowsInView(list, tops)
  const wide = 100 / across
  return (
    <ul ref={list} className="anchor" aria-label="Units and machines" style={{ height: lines * ROW_PX }}>
      {listed.slice(first * across, end * across).map((child, i) => {
        const at = first * across + i
        const { place } = child
        return (
          <li
            key={`${place.kind}${place.id}`}
            className="stack hoverable tight top child-circle"
            style={{ top: Math.floor(at / across) * ROW_PX, left: `${(at % across) * wide}%`, width: `${wide}%` }}
            aria-setsize={listed.length}
            aria-posinset={at + 1}
          >
            <Circle explainable={explainable} child={child} path={pathOf(child)} />
          </li>
        )
      })}
    </ul>
  )
}

function Circle({ explainable, child, path }: { explainable: Explainable; child: Child; path: string }) {
  const { place, utilPct, runS, scheduledS } = child
  const mark = markOf(child)
  return (
    <>
      <PlaceLink to={path} className="cut cover-link" title={place.name}>
        <bdi>{place.name}</bdi>
      </PlaceLink>
      <span className="anchor child-circle-ring">
        <UtilRing pct={utilPct} size={92} excluded={child.excluded} />
        <span className="cover strong center child-circle-figure">
          <Explained explainable={childOf(explainable, child)}>{percent(utilPct)}</Explained>
        </span>
      </span>
      <span className="note one-line dense" data-mark={mark}>
        {mark === undefined ? `${hours(runS)} of ${hours(scheduledS)} h` : markWords[mark]}
      </span>
    </>
  )
}
