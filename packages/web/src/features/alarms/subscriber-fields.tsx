import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { personName } from '../../lib/person-name.ts'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import { CloseIcon, EmailIcon, GroupIcon, LockIcon, MemberIcon, TextMessageIcon } from '../../ui/icons.tsx'
import { groupsOfAlarmsQuery, type ListedAlarm, membersOfAlarmsQuery, type Subscription } from './queries.ts'
import { useSendsSms } from './use-sends-sms.ts'
import { type Channels, useOtherSubscriptions } from './use-subscription.ts'
import { groupWords, NO_PHONE, NO_PHONE_OF_OTHER, NO_SMS } from './words.ts'

/**
 * List of the groups and people who are subscribed to an alarm, with the channels of people, and a field that adds others, people
 * by email only. Each change is sent to the server at once; the list shows what is stored and is locked meanwhile.
 */
export function SubscriberFields({ alarm }: { alarm: ListedAlarm }) {
  const { data: groups, error: groupsError } = useQuery(groupsOfAlarmsQuery)
  const { data: members, error: membersError } = useQuery(membersOfAlarmsQuery)
  const { data: user } = useQuery(userQuery)
  const subscriptions = useOtherSubscriptions(alarm.id)
  const { addGroup, removeGroup, addPerson, removePerson } = subscriptions
  const isBusy = Object.values(subscriptions).some(({ isPending }) => isPending)
  const hasNoPhone = (id: number): boolean =>
    id === user?.id ? user.phone === null : members?.find((member) => member.id === id)?.has_phone === false
  return (
    <div className="stack near" aria-busy={isBusy}>
      {alarm.RosterAlarms.length + alarm.UserAlarms.length > 0 && (
        <ul className="box lined" aria-label="Subscribers">
          {alarm.RosterAlarms.map(({ id, Roster }) => {
            const group = groups?.find((candidate) => candidate.id === Roster.id)
            return (
              <li key={`group ${id}`} className="row alarm-subscriber">
                <GroupIcon />
                <bdi className="strong any-break">{Roster.name}</bdi>
                <span className="note push">{group && `as the group says: ${groupWords(group)}`}</span>
                <RemoveButton name={Roster.name} busy={isBusy} onRemove={() => removeGroup.mutate(Roster.id)} />
              </li>
            )
          })}
          {alarm.UserAlarms.map((subscription) => (
            <PersonLine
              key={`person ${subscription.id}`}
              subscription={subscription}
              isSelf={subscription.user_id === user?.id}
              hasNoPhone={hasNoPhone(subscription.user_id)}
              busy={isBusy}
              onAdd={(channels) => addPerson.mutate({ userIds: [subscription.user_id], channels })}
              onRemove={(channels) => removePerson.mutate({ userIds: [subscription.user_id], channels })}
            />
          ))}
        </ul>
      )}
      <AddSubscriber
        groups={groups?.filter(({ id }) => !alarm.RosterAlarms.some(({ Roster }) => Roster.id === id)) ?? []}
        members={members?.filter(({ id }) => !alarm.UserAlarms.some(({ user_id }) => user_id === id)) ?? []}
        disabled={isBusy}
        empty={
          groups !== undefined && members !== undefined
            ? 'Nobody else has this name'
            : ((groupsError ?? membersError)?.message ?? 'Reading…')
        }
        onGroup={(id) => addGroup.mutate(id)}
        onPerson={(userId) => addPerson.mutate({ userIds: [userId], channels: { email: true, sms: false } })}
      />
    </div>
  )
}

interface AddSubscriberProps {
  groups: readonly { readonly id: number; readonly name: string }[]
  members: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[]
  disabled: boolean
  /** Text shown when there is nobody to add. */
  empty: string
  onGroup: (id: number) => void
  onPerson: (id: number) => void
}

/**
 * Search field that subscribes the chosen group or person at once: `onGroup` or `onPerson` gets the id. Then the field is blank
 * again.
 */
function AddSubscriber({ groups, members, disabled, empty, onGroup, onPerson }: AddSubscriberProps) {
  const [typed, setTyped] = useState('')
  return (
    <ComboBox
      aria-label="Add people or groups"
      placeholder="Add people or groups"
      value={null}
      typed={typed}
      onTyped={setTyped}
      disabled={disabled}
      empty={empty}
      options={[
        { label: 'Groups', options: groups.map(({ id, name }) => ({ value: `group ${id}`, label: name })) },
        {
          label: 'People',
          options: members.map((member) => ({ value: `person ${member.id}`, label: personName(member) })),
        },
      ].filter(({ options }) => options.length > 0)}
      onValue={(value) => {
        const [kind, id] = value.split(' ')
        if (kind === 'group') onGroup(Number(id))
        else onPerson(Number(id))
        setTyped('')
      }}
    />
  )
}

interface PersonLineProps {
  subscription: Subscription
  isSelf: boolean
  hasNoPhone: boolean
  busy: boolean
  onAdd: (channels: Channels) => void
  onRemove: (channels: Channels) => void
}

function PersonLine({ subscription, isSelf, hasNoPhone, busy, onAdd, onRemove }: PersonLineProps) {
  const { User, send_email: email, send_sms: sms } = subscription
  const name = personName(User)
  const toggle = (channel: 'email' | 'sms', isOn: boolean): void => {
    const channels = { email: channel === 'email', sms: channel === 'sms' }
    if (isOn) onRemove(channels)
    else onAdd(channels)
  }
  const sendsSms = useSendsSms()
  const noPhone = isSelf ? NO_PHONE : NO_PHONE_OF_OTHER
  const lock = sms ? undefined : hasNoPhone ? noPhone : sendsSms ? undefined : NO_SMS
  return (
    <li className="row alarm-subscriber">
      <MemberIcon />
      <bdi className="strong any-break">{name}</bdi>
      {isSelf && <span className="note">you</span>}
      <span className="row tight push">
        <button
          type="button"
          className="muted box inline one-line chip"
          aria-pressed={email}
          aria-label={`Email to ${name}`}
          disabled={busy}
          onClick={() => toggle('email', email)}
        >
          <EmailIcon />
          Email
        </button>
        <button
          type="button"
          className="muted box inline one-line chip"
          aria-pressed={sms}
          aria-label={lock === undefined ? `Text message to ${name}` : `Text message to ${name} (${lock})`}
          title={lock}
          disabled={busy || lock !== undefined}
          onClick={() => toggle('sms', sms)}
        >
          {lock === undefined ? <TextMessageIcon /> : <LockIcon />}
          Text message
        </button>
      </span>
      <RemoveButton name={name} busy={busy} onRemove={() => onRemove({ email: true, sms: true })} />
      {lock !== undefined && <span className="note whole-line">{lock}</span>}
    </li>
  )
}

const RemoveButton = ({ name, busy, onRemove }: { name: string; busy: boolean; onRemove: () => void }) => (
  <Button plain icon aria-label={`Remove ${name}`} disabled={busy} onClick={onRemove}>
    <CloseIcon />
  </Button>
)
