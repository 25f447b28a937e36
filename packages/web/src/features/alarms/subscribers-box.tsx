import { subscribeUsers } from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { personName } from '../../lib/person-name.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { GroupIcon, MemberIcon } from '../../ui/icons.tsx'
import { ChannelIcons } from './channels.tsx'
import { groupsOfAlarmsQuery, type ListedAlarm } from './queries.ts'
import { groupWords } from './words.ts'

interface SubscribersBoxProps {
  alarm: ListedAlarm
  /**
   * Called by the button Edit subscribers, which is shown to people who may subscribe others; absent: the list can only be read.
   */
  onEdit?: () => void
}

/**
 * List of the groups and people who are subscribed to an alarm, with their channels, or a note that nobody is. People who may
 * edit the list see a button for it.
 */
export function SubscribersBox({ alarm, onEdit }: SubscribersBoxProps) {
  const may = useMay()
  const { data: groups } = useQuery(groupsOfAlarmsQuery)
  const { RosterAlarms, UserAlarms } = alarm
  return (
    <>
      {RosterAlarms.length + UserAlarms.length === 0 && <p className="muted">Nobody is subscribed.</p>}
      <ul className="stack near scroll-box">
        {RosterAlarms.map(({ id, Roster }) => {
          const group = groups?.find((candidate) => candidate.id === Roster.id)
          return (
            <li key={`group ${id}`} className="line">
              <GroupIcon />
              <span className="stack flush">
                <bdi className="any-break strong">{Roster.name}</bdi>
                {group !== undefined && <span className="note">as the group says: {groupWords(group)}</span>}
              </span>
            </li>
          )
        })}
        {UserAlarms.map(({ id, User, send_email, send_sms }) => (
          <li key={`person ${id}`} className="line">
            <MemberIcon />
            <bdi className="any-break grow">{personName(User)}</bdi>
            <ChannelIcons email={send_email} sms={send_sms} />
          </li>
        ))}
      </ul>
      {onEdit !== undefined && may(subscribeUsers, { ownerId: alarm.owner_user_id }) && (
        <Button onClick={onEdit}>Edit subscribers</Button>
      )}
    </>
  )
}
