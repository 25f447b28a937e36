import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alarmHistoryPageQuery, type ListedAlarm } from '../../features/alarms/queries.ts'
import { PAGE } from '../../features/maintenance/queries.ts'
import { monthOfYear } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { HistoryPanel } from './history-panel.tsx'

interface OneHistoryProps {
  alarm: ListedAlarm
  completions: { readonly count: number; readonly first_at: string | null }
  zone: string
}

/** History of one maintenance, in pages of 10. */
export function OneHistory({ alarm, completions, zone }: OneHistoryProps) {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(alarmHistoryPageQuery(alarm.id, page * PAGE, PAGE))
  if (data === undefined)
    return error === null ? (
      <Skeleton height={240} />
    ) : (
      <TryAgain onRetry={refetch}>The history could not be read: {error.message}</TryAgain>
    )
  return (
    <HistoryPanel
      title="History"
      note={sinceWords(completions, zone)}
      rows={data.page.map((trip) => ({ trip, typeId: alarm.alarm_type_id }))}
      total={data.totalCount}
      page={page}
      onPage={setPage}
      zone={zone}
      entity={alarm.Equipment.name}
      alarmIds={async () => [alarm.id]}
      empty="It was never completed, and has never been due."
    />
  )
}

/**
 * Returns the number of completions and the month of the first: `14 times since Apr 2025`; an empty text without a completion.
 */
function sinceWords({ count, first_at }: OneHistoryProps['completions'], zone: string): string {
  if (first_at === null) return ''
  return `${counted(count, 'time')} since ${monthOfYear(Date.parse(first_at), zone)}`
}
