import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { count, hours, hoursAndMinutes, percent } from '../../lib/format.ts'
import { timeForm } from '../../ui/time-form.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { byLoss, lossOf, notListed, sumOfShares } from './account.ts'
import { AccountSkeleton, Unread } from './account-view.tsx'
import { type Shares, sharesQuery } from './queries.ts'
import { ShareBar } from './share-bar.tsx'
import { SumHead } from './sum-head.tsx'
import type { Explainable, FigurePlace } from './types.ts'

interface SharesProps {
  explainable: Explainable
  isExact: boolean
  onExact: (isExact: boolean) => void
  /** Called with the machine that was clicked, to show its intervals. */
  onChoose: (machine: FigurePlace) => void
}

type Share = Shares['shares'][number]

const ROW_PX = 60

/**
 * List of the machines of a unit with their shares in its sums, also of machines that left the unit in the period, sorted by lost
 * time, the largest first. A click on a machine calls `onChoose`.
 */
export function SharesView(props: SharesProps) {
  const { explainable, isExact, onExact } = props
  const { data, error, refetch } = useQuery(sharesQuery(explainable))
  if (data === undefined)
    return error === null ? <AccountSkeleton /> : <Unread error={error} onRetry={() => void refetch()} />
  const { shares } = data
  const others = notListed(shares, explainable.machines)
  return (
    <>
      <SumHead
        explainable={explainable}
        {...sumOfShares(shares)}
        listed={`${count(shares.length)} ${shares.length === 1 ? 'machine' : 'machines'}, each while it stood here, was active and not excluded${others === undefined ? '' : `; also of ${others}, archived or moved since`}`}
        isExact={isExact}
        onExact={onExact}
      />
      {shares.length === 0 ? (
        <p className="note dense">No machine belonged to this unit in this period.</p>
      ) : (
        <SharesList {...props} shares={shares} />
      )}
    </>
  )
}

function SharesList({ explainable, isExact, shares: unsorted, onChoose }: SharesProps & { shares: readonly Share[] }) {
  const shares = useMemo(() => byLoss([...unsorted]), [unsorted])
  const time = timeForm(isExact)
  const most = Math.max(...shares.map(lossOf), 1)
  const list = useRef<HTMLUListElement>(null)
  const tops = useMemo(() => Array.from({ length: shares.length + 1 }, (_, i) => i * ROW_PX), [shares.length])
  const { first, end } = useRowsInView(list, tops)
  return (
    <ul ref={list} className="anchor" aria-label="Machines" style={{ height: shares.length * ROW_PX }}>
      {shares.slice(first, end).map((share, i) => (
        <li
          key={share.id}
          className="placed-row stack intervals-line intervals-share"
          style={{ top: (first + i) * ROW_PX, height: ROW_PX }}
          aria-setsize={shares.length}
          aria-posinset={first + i + 1}
        >
          <button
            type="button"
            className="link-button cut intervals-name"
            title={share.name}
            onClick={() => onChoose({ kind: 'machine', id: share.id, name: share.name, zone: explainable.place.zone })}
          >
            <bdi>{share.name}</bdi>
          </button>
          <span className="note intervals-as">{wordsOf(share)}</span>
          <span className="strong right intervals-run" data-ms={Math.round(share.run_secs * 1000)}>
            {time(share.run_secs)} run
          </span>
          <span className="note right intervals-scheduled" data-ms={Math.round(share.scheduled_s * 1000)}>
            of {time(share.scheduled_s)}
          </span>
          <ShareBar ratio={lossOf(share) / most} kind="lost" />
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the utilization of a share, its lost time, the hours that are left out with the reason, and if the machine has left the
 * unit, as one text.
 */
function wordsOf(share: Share): string {
  const { run_secs, scheduled_s, is_here, excluded_s, archived_s, elsewhere_s } = share
  const left = [
    ...(excluded_s > 0 ? [`${hours(excluded_s)} h excluded from utilization`] : []),
    ...(archived_s > 0 ? [`${hours(archived_s)} h archived`] : []),
    ...(elsewhere_s > 0 ? [`${hours(elsewhere_s)} h elsewhere`] : []),
  ]
  return [
    percent(scheduled_s === 0 ? null : (run_secs / scheduled_s) * 100),
    ...(lossOf(share) > 0 ? [`${hoursAndMinutes(lossOf(share))} lost`] : []),
    ...(left.length === 0 ? [] : [`left out: ${left.join(', ')}`]),
    ...(is_here ? [] : ['no longer here']),
  ].join(' · ')
}
