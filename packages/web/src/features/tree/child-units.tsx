import './child-units.css'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { percent } from '../../lib/format.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { Meter } from '../../ui/meter.tsx'
import { type StatusKey, statusKeys, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { countStatuses, findUnit } from './find.ts'
import { companyQuery } from './queries.ts'
import type { OrgUnit } from './types.ts'

const shownKeys: readonly StatusKey[] = [...statusKeys, 'unknown']

function Counts({ counts }: { counts: Map<StatusKey, number> }) {
  const shown = shownKeys.filter((key) => (counts.get(key) ?? 0) > 0)
  if (shown.length === 0) return <span className="child-none">no machines yet</span>
  return (
    <span className="child-counts">
      {shown.map((key) => (
        <span key={key} className="child-count" title={statusText[key]}>
          <StatusMark status={key} labelled size={10} /> {counts.get(key)}
        </span>
      ))}
    </span>
  )
}

/** The units directly under this one: name, how their machines stand, utilization of the period. */
export function ChildUnits({ unit }: { unit: OrgUnit }) {
  const paths = usePaths()
  // A display is told of its own page alone.
  const { data: company } = useQuery({ ...companyQuery, enabled: !useIsDisplay() })
  const children = unit.children.filter((child) => child.active)
  if (children.length === 0) return null
  const nodes = company && findUnit(company.tree, unit.id)?.children
  const counts = (node: TreeNodeShape | undefined) => (node === undefined ? undefined : countStatuses(node))
  return (
    <ul className="child-units" aria-label="Units">
      {children.map((child) => {
        const standing = counts(nodes?.find((node) => node.id === child.id))
        return (
          <li key={child.id} className="child-unit">
            <div className="child-row">
              <PlaceLink to={paths.unit(child.id)} className="child-name" title={child.name}>
                {child.name}
              </PlaceLink>
              <span className="child-pct">{percent(child.util_pct)}</span>
            </div>
            <Meter value={child.util_pct} label={`Utilization of ${child.name} today`} />
            <div className="child-standing">{standing && <Counts counts={standing} />}</div>
          </li>
        )
      })}
    </ul>
  )
}
