import './now-strip.css'
import { useMemo } from 'react'
import type { MachineTile } from '../../features/tree/types.ts'
import { count } from '../../lib/format.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { type StatusKey, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type Filter, noFilter } from './arrange.ts'
import { nowCounts } from './now.ts'
import { useEquipmentPath } from './use-equipment-path.ts'

/**
 * Line with the numbers of machines by schedule and status now; numbers of 0 are left out. Each number links to its machines.
 * Renders nothing without machines.
 */
export function NowStrip({ unitId, machines }: { unitId: number; machines: readonly MachineTile[] }) {
  const counts = useMemo(() => nowCounts(machines), [machines])
  const pathTo = useEquipmentPath(unitId)
  const pathOf = (filter: Partial<Filter>) => pathTo({ filter: { ...noFilter, ...filter } })
  if (machines.length === 0) return null
  return (
    <section className="row now-strip" aria-label="Now">
      <span className="title strong">Now</span>
      {counts.scheduled > 0 && (
        <PlaceLink to={pathOf({ isScheduled: true })} className="inline one-line chip box">
          Scheduled <span className="title strong">{count(counts.scheduled)}</span>
        </PlaceLink>
      )}
      {counts.byStatus.map(({ status, machines: many }) => (
        <PlaceLink
          key={status}
          to={pathOf({ isScheduled: true, statuses: new Set<StatusKey>([status]) })}
          className="inline one-line chip box"
        >
          <StatusMark status={status} size={11} /> <span className="title strong">{count(many)}</span>{' '}
          {statusText[status].toLowerCase()}
        </PlaceLink>
      ))}
      {counts.unscheduled > 0 && (
        <PlaceLink to={pathOf({ isUnscheduled: true })} className="muted inline one-line chip box">
          <span className="title strong">{count(counts.unscheduled)}</span> not scheduled
          {counts.unscheduledRunning > 0 && `, ${count(counts.unscheduledRunning)} of them running`}
        </PlaceLink>
      )}
    </section>
  )
}
