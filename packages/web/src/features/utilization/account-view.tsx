import { isEffectiveRun } from '@millwatch/domain/utilization'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { toIso } from '../../lib/clock.ts'
import { dayOf, exactTime, minuteOfDay } from '../../lib/dates.ts'
import { fileName, saveFile } from '../../lib/download.ts'
import { count } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type TimeForm, timeForm } from '../../ui/time-form.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import {
  type AccountLine,
  accountAsCsv,
  countsWords,
  isShown,
  linesOf,
  shiftText,
  sumOfLines,
  sumsByClass,
} from './account.ts'
import { accountQuery } from './queries.ts'
import { ShareBar } from './share-bar.tsx'
import { SumHead } from './sum-head.tsx'
import type { Explainable } from './types.ts'

interface AccountProps {
  explainable: Explainable
  /** Id of the unit in whose sums the time is shown; undefined: the machine's own figures. */
  orgUnitId: number | undefined
  isExact: boolean
  onExact: (isExact: boolean) => void
}

const ROW_PX = 52

/**
 * List of the intervals of a machine's time and the way in which each counts, with their sums, so that a reader can check the
 * figure by hand. A checkbox shows intervals that do not count too; further pages are read by a button, and the read intervals
 * can be saved as CSV.
 */
export function AccountView({ explainable, orgUnitId, isExact, onExact }: AccountProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    accountQuery(explainable, orgUnitId),
  )
  const [all, setAll] = useState(false)
  const lines = useMemo(() => linesOf(data?.pages ?? []), [data])
  const shown = useMemo(() => lines.filter((line) => isShown(line, all)), [lines, all])
  const [first] = data?.pages ?? []
  if (first === undefined)
    return error === null ? <AccountSkeleton /> : <Unread error={error} onRetry={() => void refetch()} />
  const sum = hasNextPage ? { runS: first.run_secs, scheduledS: first.scheduled_s } : sumOfLines(lines)
  const save = (): void => {
    const { name: entity, zone } = explainable.place
    const name = fileName({
      entity,
      from: explainable.from,
      to: explainable.to,
      zone,
      subject: 'intervals',
      extension: 'csv',
    })
    saveFile(name, new Blob([accountAsCsv(lines, toIso)], { type: 'text/csv' }))
  }
  return (
    <>
      <SumHead
        explainable={explainable}
        {...sum}
        listed={`${count(first.entries)} ${first.entries === 1 ? 'interval' : 'intervals'}`}
        isExact={isExact}
        onExact={onExact}
      />
      <ClassSums lines={lines} isPart={hasNextPage} time={timeForm(isExact)} />
      <div className="row-spread">
        <label className="muted inline check">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Also show intervals
          that do not count
        </label>
        <Button onClick={save}>
          <span aria-hidden="true">↓</span> CSV
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="note dense">
          {lines.length === 0
            ? 'This machine sent no data in this period.'
            : 'No time of this period counts: it is outside the chosen shifts, or was left out.'}
        </p>
      ) : (
        <Lines lines={shown} zone={explainable.place.zone} isExact={isExact} />
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Reading' : `Show more: ${count(lines.length)} of ${count(first.entries)} are listed`}
        </Button>
      )}
    </>
  )
}

interface ClassSumsProps {
  lines: readonly AccountLine[]
  /** True: not all intervals are read yet. */
  isPart: boolean
  time: TimeForm
}

/** List of the time of each way in which the intervals count, the largest first, with a bar each; nothing without intervals. */
function ClassSums({ lines, isPart, time }: ClassSumsProps) {
  const sums = useMemo(() => sumsByClass(lines), [lines])
  const [most] = sums
  if (most === undefined) return null
  return (
    <section className="stack snug" aria-label="Sums by what counts">
      <ul className="stack flush spaced">
        {sums.map(({ as, ms }) => (
          <li key={as} className="stack class-sum">
            <span>{countsWords[as]}</span>
            <span className="strong right value">{time(ms / 1000)}</span>
            <ShareBar ratio={ms / most.ms} kind={isEffectiveRun(as) ? 'counted' : 'lost'} />
          </li>
        ))}
      </ul>
      {isPart && <p className="note dense">Of the {count(lines.length)} intervals listed so far.</p>}
    </section>
  )
}

interface LinesProps {
  lines: readonly AccountLine[]
  zone: string
  isExact: boolean
}

function Lines({ lines, zone, isExact }: LinesProps) {
  const list = useRef<HTMLUListElement>(null)
  const tops = useMemo(() => Array.from({ length: lines.length + 1 }, (_, i) => i * ROW_PX), [lines.length])
  const { first, end } = useRowsInView(list, tops)
  return (
    <ul ref={list} className="anchor" aria-label="Intervals" style={{ height: lines.length * ROW_PX }}>
      {lines.slice(first, end).map((line, i) => (
        <li
          key={line.from}
          className="placed-row stack intervals-line"
          style={{ top: (first + i) * ROW_PX, height: ROW_PX }}
          aria-setsize={lines.length}
          aria-posinset={first + i + 1}
        >
          <Line line={line} zone={zone} isExact={isExact} />
        </li>
      ))}
    </ul>
  )
}

function Line({ line, zone, isExact }: Omit<LinesProps, 'lines'> & { line: AccountLine }) {
  const { from, to, status, shift, as, runMs, scheduledMs } = line
  const [start, end] = [dayOf(from, zone), dayOf(to, zone)]
  const clock = isExact ? exactTime : minuteOfDay
  const time = timeForm(isExact)
  return (
    <>
      <span className="intervals-when">
        {start}, {clock(from, zone)} <span aria-hidden="true">→</span>
        <span className="sr-only">to</span> {end === start ? '' : `${end}, `}
        {clock(to, zone)}
      </span>
      <span className="note intervals-what">
        <StatusMark status={status} size={10} /> {statusText[status]}, {shiftText(shift)}
      </span>
      <span className="note intervals-as">{countsWords[as]}</span>
      <span className="strong right intervals-run" data-ms={runMs}>
        {runMs === 0 ? '' : `${time(runMs / 1000)} run`}
      </span>
      <span className="note right intervals-scheduled" data-ms={scheduledMs}>
        {scheduledMs === 0 ? `${time((to - from) / 1000)} long` : `${time(scheduledMs / 1000)} scheduled`}
      </span>
    </>
  )
}

export function Unread({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice
      alert
      title="The intervals could not be read"
      ways={
        <Button primary onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {error.message}. The number on the page stands.
    </Notice>
  )
}

export function AccountSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <Skeleton height={24} width={320} />
      {[1, 2, 3, 4, 5, 6].map((key) => (
        <Skeleton key={key} height={ROW_PX - 12} />
      ))}
    </div>
  )
}
