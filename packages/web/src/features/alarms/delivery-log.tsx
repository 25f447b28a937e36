import { listAlarmNotices } from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '../../lib/dates.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { useMay } from '../../scope/rights.ts'
import { FoldIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { aboutWords, channelWords, resultWords } from './delivery-words.ts'
import { type AlarmDelivery, deliveryLogQuery, type ListedAlarm } from './queries.ts'

interface DeliveryLogProps {
  alarm: ListedAlarm
  zone: string
}

/**
 * Fold with the delivery log of an alarm: who got which notice, over which channel, when, and the result. The log is read only
 * when it is opened. Shows nothing to people who may not manage the alarm.
 */
export function DeliveryLog({ alarm, zone }: DeliveryLogProps) {
  const may = useMay()
  // In the address, because the log stays open when the window gets another layout, and in a link.
  const [opened, setOpened] = useInAddress('log')
  const isOpen = opened === String(alarm.id)
  if (!may(listAlarmNotices, { ownerId: alarm.owner_user_id })) return null
  return (
    <div className="stack near">
      <div>
        <button
          type="button"
          className="line strong"
          aria-expanded={isOpen}
          onClick={() => setOpened(isOpen ? undefined : String(alarm.id))}
        >
          <FoldIcon open={isOpen} />
          Delivery log
        </button>
      </div>
      {isOpen && <Deliveries alarmId={alarm.id} zone={zone} />}
    </div>
  )
}

function Deliveries({ alarmId, zone }: { alarmId: number; zone: string }) {
  const { data, error, refetch } = useQuery(deliveryLogQuery(alarmId))
  if (data === undefined)
    return error === null ? (
      <Skeleton height={120} />
    ) : (
      <TryAgain onRetry={refetch}>The delivery log could not be read: {error.message}</TryAgain>
    )
  if (data.length === 0) return <p className="muted">No notice of this alarm was sent yet.</p>
  return (
    <Table label="Delivery log" columns={['When', 'Who', 'Channel', 'About', 'Result']}>
      {data.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} zone={zone} />
      ))}
    </Table>
  )
}

function DeliveryRow({ delivery, zone }: { delivery: AlarmDelivery; zone: string }) {
  const { user, webhook, channel, about, created_at, ended_at } = delivery
  const result = resultWords(delivery)
  return (
    <tr>
      <td
        data-label="When"
        className="one-line"
        title={ended_at === null ? undefined : `Ended ${dateAndTime(Date.parse(ended_at), zone)}`}
      >
        {dateAndTime(Date.parse(created_at), zone)}
      </td>
      <td data-label="Who" className="any-break">
        <bdi>{user?.name ?? webhook ?? 'a former member'}</bdi>
      </td>
      <td data-label="Channel">{channelWords[channel]}</td>
      <td data-label="About">{aboutWords(about)}</td>
      <td data-label="Result">
        <span>
          <span className={delivery.outcome === 'given_up' ? 'alert' : undefined}>{result.words}</span>
          {result.reason !== undefined && <span className="note"> {result.reason}</span>}
        </span>
      </td>
    </tr>
  )
}
