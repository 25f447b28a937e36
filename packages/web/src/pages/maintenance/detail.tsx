import { deleteAlarm } from '@millwatch/contract/http/alarms'
import { manageMaintenance } from '@millwatch/contract/other-operations'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { alarmChanges, alarmQuery, type ListedAlarm } from '../../features/alarms/queries.ts'
import { SubscribersBox } from '../../features/alarms/subscribers-box.tsx'
import { KindIcon } from '../../features/maintenance/kind-icon.tsx'
import { type DueMaintenance, oneMaintenanceQuery } from '../../features/maintenance/queries.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { usePaths } from '../../scope/links.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { EditIcon, RemoveIcon, WarningIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Opener } from '../../ui/opener.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import type { ReportPlace } from '../report-page.tsx'
import { CompleteForm } from './complete-form.tsx'
import { Figures } from './figures.tsx'
import { OneHistory } from './one-history.tsx'

interface DetailProps {
  id: number
  place: ReportPlace
  onGone: () => void
  onEdit: () => void
}

/**
 * Chosen maintenance: its progress, the form that completes it, and its history. If it does not exist any more, a button calls
 * `onGone`.
 */
export function Detail({ id, place, onGone, onEdit }: DetailProps) {
  const query = useQuery(oneMaintenanceQuery(id))
  const { data: alarm } = useQuery(alarmQuery(id))
  if (query.data === undefined || alarm === undefined) {
    if (query.error === null) return <Skeleton height={420} />
    return (
      <section className="panel">
        {query.error instanceof ApiError && query.error.status === 404 ? (
          <p>
            This maintenance does not exist any more. <Button onClick={onGone}>All-equipment history</Button>
          </p>
        ) : (
          <TryAgain onRetry={query.refetch}>This maintenance could not be read: {query.error.message}</TryAgain>
        )}
      </section>
    )
  }
  const { maintenance, completions } = query.data
  return (
    <>
      <section className="panel stack" aria-label={maintenance.name}>
        <DetailHead row={maintenance} alarm={alarm} onGone={onGone} onEdit={onEdit} />
        <Figures row={maintenance} completions={completions} zone={place.zone} />
      </section>
      <CompleteForm row={maintenance} alarm={alarm} zone={place.zone} />
      <OneHistory alarm={alarm} completions={completions} zone={place.zone} />
    </>
  )
}

interface DetailHeadProps {
  row: DueMaintenance
  alarm: ListedAlarm
  onGone: () => void
  onEdit: () => void
}

function DetailHead({ row, alarm, onGone, onEdit }: DetailHeadProps) {
  const may = useMay()
  const paths = usePaths()
  const [, setSubscribers] = useInAddress('subscribers')
  const remove = useConfirmed({
    title: 'Delete maintenance',
    about: `${row.name} of ${alarm.Equipment.name}`,
    text: 'Are you sure you want to destroy this PM alarm?',
    yes: 'Yes',
    removes: true,
    no: 'No',
    work: () => call(deleteAlarm, { params: { id: row.id } }),
    done: 'Alarm destroyed',
    failed: 'Error destroying alarm',
    onDone: onGone,
    changes: alarmChanges,
  })
  return (
    <div className="row-spread">
      <div className="line">
        {row.tripped_at === null ? (
          <KindIcon kind={row.kind} />
        ) : (
          <span className="alert inline">
            <WarningIcon size={18} />
            <span className="sr-only">Overdue</span>
          </span>
        )}
        <div className="stack flush">
          <h2 className="title strong any-break">
            <bdi>{row.name}</bdi>
          </h2>
          <span className="note any-break">
            <Link to={paths.machine(row.equipment_id)}>
              <bdi>{row.equipment}</bdi>
            </Link>{' '}
            · {row.settings.replace(/^E/, 'e')}
            {!row.active && ' · archived'}
          </span>
        </div>
      </div>
      <div className="wrap">
        <Opener label="Other alerts" content={() => <SubscribersBox alarm={alarm} />}>
          Other alerts
        </Opener>
        {may(manageMaintenance) && (
          <>
            <Button onClick={() => setSubscribers(String(row.id))}>Edit other subscriptions</Button>
            <Button plain icon aria-label={`Edit ${row.name}`} title="Edit" onClick={onEdit}>
              <EditIcon />
            </Button>
            <Button plain icon aria-label={`Delete ${row.name}`} title="Delete" onClick={remove}>
              <RemoveIcon />
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
