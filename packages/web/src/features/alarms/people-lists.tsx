import { byNaturalOrder } from '@millwatch/domain/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { personName } from '../../lib/person-name.ts'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { EarlierIcon, LaterIcon, LockIcon } from '../../ui/icons.tsx'
import { ManyList, type ManyOption } from '../../ui/many-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ChannelIcons } from './channels.tsx'
import type { AlarmMember, ListedAlarm } from './queries.ts'
import { useSendsSms } from './use-sends-sms.ts'
import { type Channels, useOtherSubscriptions } from './use-subscription.ts'
import { NO_PHONE, NO_PHONE_OF_OTHER, NO_SMS } from './words.ts'

interface PeopleListsProps {
  alarm: ListedAlarm
  members: readonly AlarmMember[]
}

type Channel = keyof Channels
const none: ReadonlySet<string> = new Set()
const only = (channel: Channel): Channels => ({ email: channel === 'email', sms: channel === 'sms' })
const shortTitles = { email: 'email', sms: 'SMS' } as const
const titles = { email: 'Email subscriptions', sms: 'SMS subscriptions' } as const

/**
 * List of all users with a search, beside the lists of those who are subscribed to an alarm by email and by text message. Buttons
 * add the selected users to a list or remove them, which is stored at once. Users without a phone number cannot be added to text
 * messages, and nobody if there is no SMS service.
 */
export function PeopleLists({ alarm, members }: PeopleListsProps) {
  const { data: user } = useQuery(userQuery)
  const sendsSms = useSendsSms()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(none)
  const { addPerson, removePerson } = useOtherSubscriptions(alarm.id)
  const lockOf = (id: number): string | undefined => {
    const isSelf = id === user?.id
    const hasNone = isSelf ? user.phone === null : members.find((member) => member.id === id)?.has_phone === false
    return hasNone ? (isSelf ? NO_PHONE : NO_PHONE_OF_OTHER) : undefined
  }
  const subscribed = (channel: Channel): ManyOption[] =>
    inOrder(
      alarm.UserAlarms.filter(({ send_email, send_sms }) => (channel === 'email' ? send_email : send_sms)).map(
        ({ user_id, User }) => ({
          value: String(user_id),
          label: personName(User),
          note: channel === 'sms' && <Lock reason={lockOf(user_id)} />,
        }),
      ),
    )
  const all = inOrder(
    members
      .filter((member) => personName(member).toLowerCase().includes(search.trim().toLowerCase()))
      .map((member) => {
        const subscription = alarm.UserAlarms.find(({ user_id }) => user_id === member.id)
        return {
          value: String(member.id),
          label: personName(member),
          note: (
            <>
              <Lock reason={lockOf(member.id)} />
              {subscription !== undefined && (
                <ChannelIcons email={subscription.send_email} sms={subscription.send_sms} />
              )}
            </>
          ),
        }
      }),
  )
  const move = (channel: Channel) => (userIds: readonly number[], isOn: boolean) =>
    (isOn ? addPerson : removePerson).mutate({ userIds, channels: only(channel) })
  return (
    <div className="alarm-people" aria-busy={addPerson.isPending || removePerson.isPending}>
      <div className="stack near alarm-users">
        <span className="second medium">All users</span>
        <SearchField label="Search users" value={search} onValue={setSearch} />
        <ManyList
          label="All users"
          options={all}
          chosen={chosen}
          onChosen={setChosen}
          empty={search === '' ? 'Nobody' : 'Nobody has this name'}
        />
      </div>
      <Subscribed
        channel="email"
        options={subscribed('email')}
        candidates={[...chosen].map(Number)}
        reason={undefined}
        onMove={move('email')}
      />
      <Subscribed
        channel="sms"
        options={subscribed('sms')}
        candidates={[...chosen].map(Number).filter((id) => lockOf(id) === undefined)}
        reason={sendsSms ? (chosen.size > 0 ? NO_PHONE_OF_OTHER : undefined) : NO_SMS}
        isLocked={!sendsSms}
        onMove={move('sms')}
      />
    </div>
  )
}

const inOrder = (options: ManyOption[]): ManyOption[] => options.sort((a, b) => byNaturalOrder(a.label, b.label))

/**
 * Icon of a lock with the note that the person has no phone number and `reason` as its title; nothing if `reason` is undefined.
 */
const Lock = ({ reason }: { reason: string | undefined }) =>
  reason !== undefined && (
    <span className="inline tight note" title={reason}>
      <LockIcon />
      {NO_PHONE_OF_OTHER}
    </span>
  )

interface SubscribedProps {
  channel: Channel
  options: readonly ManyOption[]
  /** Ids of the users selected under All users who can get messages over the channel. */
  candidates: readonly number[]
  /** Reason to show if no selected user can be added; undefined: the text to select people first. */
  reason: string | undefined
  /** True: nobody can be added, since the installation does not send messages over this channel. */
  isLocked?: boolean
  onMove: (userIds: readonly number[], isOn: boolean) => void
}

/**
 * List of the people who are subscribed over a channel, with a button that adds the candidates and one that removes the people
 * selected in the list.
 */
function Subscribed({ channel, options, candidates, reason, isLocked = false, onMove }: SubscribedProps) {
  const [chosen, setChosen] = useState(none)
  const stored = new Set(options.map(({ value }) => Number(value)))
  const added = isLocked ? [] : candidates.filter((id) => !stored.has(id))
  const removed = [...chosen].map(Number).filter((id) => stored.has(id))
  const isIn = candidates.length > 0 && added.length === 0 && !isLocked
  const missing = isIn ? 'They are in this list' : (reason ?? 'Select people under All users first')
  const title = titles[channel]
  return (
    <>
      <div className="near alarm-moves">
        <MoveButton
          words={`Add to ${shortTitles[channel]}`}
          name={`Add to ${shortTitles[channel]} subscriptions`}
          missing={added.length > 0 ? undefined : missing}
          onMove={() => onMove(added, true)}
        />
        <MoveButton
          words="Remove"
          isOut
          name={`Remove from ${title}`}
          missing={removed.length > 0 ? undefined : `Select people under ${title} first`}
          onMove={() => onMove(removed, false)}
        />
      </div>
      <div className="stack near">
        <span className="second medium">
          {title} <span className="faint">{options.length}</span>
        </span>
        <ManyList label={title} options={options} chosen={chosen} onChosen={setChosen} empty="Nobody" />
        {isLocked && <p className="note">{reason}</p>}
      </div>
    </>
  )
}

interface MoveButtonProps {
  words: string
  name: string
  /** True: the button removes people from the list, and its arrow points back. */
  isOut?: boolean
  /** Reason why the button does nothing now, shown as its title; undefined: it can be used. */
  missing: string | undefined
  onMove: () => void
}

/**
 * Button that moves people into or out of a list. While it cannot be used, it is only marked so and keeps the focus, since each
 * move may leave nobody to move.
 */
const MoveButton = ({ words, name, isOut = false, missing, onMove }: MoveButtonProps) => (
  <Button
    aria-label={name}
    aria-disabled={missing !== undefined}
    title={missing ?? name}
    onClick={() => missing === undefined && onMove()}
  >
    {isOut && <EarlierIcon />}
    {words}
    {!isOut && <LaterIcon />}
  </Button>
)
