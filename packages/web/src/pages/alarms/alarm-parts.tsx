import { deleteAlarm, updateAlarm } from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ChannelIcons } from '../../features/alarms/channels.tsx'
import { subscriptionOf } from '../../features/alarms/list.ts'
import { alarmChanges, groupsOfAlarmsQuery, type ListedAlarm } from '../../features/alarms/queries.ts'
import { SubscribeForm } from '../../features/alarms/subscribe-form.tsx'
import { SubscribersBox } from '../../features/alarms/subscribers-box.tsx'
import { useUnsubscribe } from '../../features/alarms/use-subscription.ts'
import { outputState, outputsOf } from '../../features/alarms/words.ts'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { compactDuration, count } from '../../lib/format.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { useMay } from '../../scope/rights.ts'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { EditIcon, GroupIcon, MemberIcon, NotTrippedIcon, RemoveIcon, TrippedIcon } from '../../ui/icons.tsx'
import { Opener } from '../../ui/opener.tsx'

/** Bell of an alarm, filled and red while it is tripped, else an outline, with the state as text for screen readers. */
export const AlarmBell = ({ tripped }: { tripped: boolean }) => (
  <span className={tripped ? 'alert inline' : 'muted inline'}>
    {tripped ? <TrippedIcon /> : <NotTrippedIcon />}
    <span className="sr-only">{tripped ? 'Tripped' : 'Not tripped'}</span>
  </span>
)

/**
 * Text with the time since when an alarm is tripped, and its length; for an alarm that is not tripped, with the time of its last
 * trip. Renders nothing if it never tripped.
 */
export function TrippedWords({ alarm, zone }: { alarm: ListedAlarm; zone: string }) {
  const at = useNow(60_000)
  if (alarm.tripped_at !== null) {
    const trippedAt = Date.parse(alarm.tripped_at)
    return (
      <span className="small alert">
        since {minuteNear(trippedAt, at, zone)} · {compactDuration(at - trippedAt)}
      </span>
    )
  }
  if (alarm.last_tripped_at === null) return null
  return <span className="note">Last tripped {minuteNear(Date.parse(alarm.last_tripped_at), at, zone)}</span>
}

/**
 * Names of the outputs that an alarm switches. While the alarm is tripped, each is followed by the state of the outputs, such as
 * `on` or `not reached`.
 */
export function Outputs({ alarm }: { alarm: ListedAlarm }) {
  const state = outputState(alarm)
  return (
    <span className="inline tight">
      {outputsOf(alarm.device_output_config).map((name) => (
        <span key={name} className="box small one-line alarm-output" data-on={state === 'on'}>
          {state === undefined ? name : `${name} ${state}`}
        </span>
      ))}
    </span>
  )
}

/**
 * Returns the number of people subscribed in person in words: `2 people`, or `and 2 people` if groups are subscribed too. Returns
 * undefined without such people.
 */
function peopleWords({ RosterAlarms, UserAlarms }: ListedAlarm): string | undefined {
  if (UserAlarms.length === 0) return undefined
  const people = UserAlarms.length === 1 ? '1 person' : `${count(UserAlarms.length)} people`
  return RosterAlarms.length === 0 ? people : `and ${people}`
}

/**
 * Button with the subscribers of an alarm: the first group with its number of members, and the numbers of other groups and
 * people, or `nobody`. It opens the list of all with their channels.
 */
export function Subscribers({ alarm }: { alarm: ListedAlarm }) {
  const { data: groups } = useQuery(groupsOfAlarmsQuery)
  const { RosterAlarms, UserAlarms } = alarm
  const [first, ...others] = RosterAlarms
  const people = peopleWords(alarm)
  const size = groups?.find(({ id }) => id === first?.Roster.id)?.RosterUsers.length
  const isNobody = first === undefined && UserAlarms.length === 0
  const [, setChanged] = useInAddress('subscribers')
  return (
    <Opener
      className="line hoverable alarm-subscribers"
      label={`Subscribers of ${alarm.AlarmType.name} of ${alarm.Equipment.name}`}
      content={(close) => (
        <SubscribersBox
          alarm={alarm}
          onEdit={() => {
            close()
            setChanged(String(alarm.id))
          }}
        />
      )}
    >
      {isNobody ? (
        <span className="muted">nobody</span>
      ) : (
        <>
          <span className="muted inline">{first === undefined ? <MemberIcon /> : <GroupIcon />}</span>
          <span className="stack flush">
            {first !== undefined && (
              <span className="line tight">
                <span className="cut" title={first.Roster.name}>
                  <bdi>{first.Roster.name}</bdi>
                </span>
                {size !== undefined && <span className="muted">{size}</span>}
              </span>
            )}
            {(others.length > 0 || people !== undefined) && (
              <span className={first === undefined ? undefined : 'note'}>
                {[...(others.length > 0 ? [`and ${others.length} more`] : []), ...(people ? [people] : [])].join(' ')}
              </span>
            )}
          </span>
        </>
      )}
    </Opener>
  )
}

/**
 * Icons of the channels (email, SMS) of the signed-in person's own subscription to an alarm. Renders nothing without a
 * subscription.
 */
export function OwnChannels({ alarm }: { alarm: ListedAlarm }) {
  const { data: user } = useQuery(userQuery)
  const subscription = subscriptionOf(alarm, user?.id)
  return subscription === undefined ? null : (
    <ChannelIcons email={subscription.send_email} sms={subscription.send_sms} />
  )
}

interface AlarmActionsProps {
  alarm: ListedAlarm
  onEdit: () => void
}

/**
 * Buttons of an alarm: `Unsubscribe`, or `Subscribe` with its form, and for those with the right to do so (the owner, superusers)
 * edit and delete.
 */
export function AlarmActions({ alarm, onEdit }: AlarmActionsProps) {
  const may = useMay()
  const { data: user } = useQuery(userQuery)
  const subscription = subscriptionOf(alarm, user?.id)
  const unsubscribe = useUnsubscribe(alarm.id)
  const [isChoosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const owner = { ownerId: alarm.owner_user_id }
  const name = `${alarm.AlarmType.name} of ${alarm.Equipment.name}`
  const remove = useConfirmed({
    title: 'Delete alarm',
    about: name,
    text: 'Are you sure you want to delete this alarm?',
    yes: 'Yes',
    removes: true,
    no: 'No',
    work: () => call(deleteAlarm, { params: { id: alarm.id } }),
    done: 'Alarm destroyed',
    failed: 'Error destroying alarm',
    changes: alarmChanges,
  })
  return (
    <div className="line tight alarm-actions">
      {subscription !== undefined ? (
        <Button
          ref={opener}
          disabled={unsubscribe.isPending}
          aria-label={`Unsubscribe from ${name}`}
          onClick={() => unsubscribe.mutate()}
        >
          Unsubscribe
        </Button>
      ) : (
        <Button
          ref={opener}
          aria-label={`Subscribe to ${name}`}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(true)}
        >
          Subscribe
        </Button>
      )}
      {may(updateAlarm, owner) && (
        <Button plain icon data-edit aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
          <EditIcon />
        </Button>
      )}
      {may(deleteAlarm, owner) && (
        <Button plain icon aria-label={`Delete ${name}`} title="Delete" onClick={remove}>
          <RemoveIcon />
        </Button>
      )}
      {isChoosing && subscription === undefined && (
        <SubscribeForm
          id={alarm.id}
          name={name}
          onClose={() => {
            setChoosing(false)
            opener.current?.focus()
          }}
        />
      )}
    </div>
  )
}
