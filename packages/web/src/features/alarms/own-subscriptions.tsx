import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { unbroken } from '../../lib/format.ts'
import { usePaths } from '../../scope/links.ts'
import { type OwnAlarm, ownAlarmsQuery } from '../../scope/own-alarms.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { ChannelIcons } from './channels.tsx'
import { useUnsubscribe } from './use-subscription.ts'

/**
 * Panel with the alarms to which the person is subscribed, alone or by a group. An own subscription has a button that ends it;
 * one by a group has not.
 */
export function OwnSubscriptions() {
  const { data, error, refetch } = useQuery(ownAlarmsQuery)
  return (
    <Panel title="Alarm subscriptions">
      {data === undefined && error !== null && <TryAgain onRetry={refetch}>Subscriptions: {error.message}</TryAgain>}
      {data?.length === 0 && (
        <p className="muted">You are subscribed to no alarm. Subscribe on the alarms page of a machine or unit.</p>
      )}
      {data !== undefined && data.length > 0 && (
        <Table label="Alarm subscriptions" columns={['Equipment', 'Alarm', 'By', ' Actions']}>
          {data.map((alarm) => (
            <SubscriptionRow key={alarm.alarm_id} alarm={alarm} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function SubscriptionRow({ alarm }: { alarm: OwnAlarm }) {
  const paths = usePaths()
  const unsubscribe = useUnsubscribe(alarm.alarm_id)
  const { userAlarm, Rosters } = alarm
  return (
    <tr>
      <td data-label="Equipment">
        <Link to={paths.page(`/e/${alarm.Equipment.id}/${alarm.pm_enabled ? 'pm' : 'alarms'}`)} className="any-break">
          <bdi>{alarm.Equipment.name}</bdi>
        </Link>
      </td>
      <td data-label="Alarm">
        <span>
          {alarm.alarm_type} <span className="note">{unbroken(alarm.settings)}</span>
          {alarm.tripped && <span className="alert small"> tripped</span>}
        </span>
      </td>
      <td data-label="By">
        <span className="inline near any-break">
          {userAlarm !== null && <ChannelIcons email={userAlarm.send_email} sms={userAlarm.send_sms} />}
          {Rosters.length > 0 && <span className="note">group {Rosters.map(({ name }) => name).join(', ')}</span>}
        </span>
      </td>
      <td>
        <div className="row table-actions">
          {userAlarm === null ? (
            <span className="note">by its group only</span>
          ) : (
            <Button
              disabled={unsubscribe.isPending}
              aria-label={`Unsubscribe from ${alarm.alarm_type} of ${alarm.Equipment.name}`}
              onClick={() => unsubscribe.mutate()}
            >
              Unsubscribe
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
