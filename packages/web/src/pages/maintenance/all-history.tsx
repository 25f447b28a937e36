import { listDueMaintenance } from '@millwatch/contract/http/maintenance'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { completionsQuery } from '../../features/maintenance/queries.ts'
import { call } from '../../lib/api.ts'
import { counted } from '../../lib/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import type { ReportPlace } from '../report-page.tsx'
import { HistoryPanel } from './history-panel.tsx'

/** Panel with the history of all maintenance of a machine or unit, in pages of 10, the latest first. */
export function AllHistory({ place }: { place: ReportPlace }) {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(completionsQuery(place, page))
  if (data === undefined)
    return error === null ? (
      <Skeleton height={420} />
    ) : (
      <TryAgain onRetry={refetch}>The history could not be read: {error.message}</TryAgain>
    )
  return (
    <HistoryPanel
      title="All-equipment history"
      note={counted(data.totalCount, 'completion')}
      rows={data.page.map(({ completion, alarm_type_id, name, equipment }) => ({
        trip: completion,
        typeId: alarm_type_id,
        about: { name, equipment },
      }))}
      total={data.totalCount}
      page={page}
      onPage={setPage}
      zone={place.zone}
      entity={place.name}
      alarmIds={() => idsUnder(place)}
      empty="No maintenance was completed here yet. Choose one in the list to complete it."
    />
  )
}

const MOST = 10_000

/** Reads the ids of the maintenance of a machine or of all machines under a unit, at most 10,000. */
async function idsUnder({ which, id }: ReportPlace): Promise<readonly number[]> {
  const at = which === 'o' ? { orgUnitId: id } : { equipIds: String(id) }
  return (await call(listDueMaintenance, { query: { ...at, limit: MOST } })).maintenance.map((row) => row.id)
}
