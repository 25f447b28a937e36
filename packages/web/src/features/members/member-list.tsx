import { removeSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { deleteUser, endSessionsOfUser, inviteUser, updateUser } from '@millwatch/contract/http/members'
import { adminSwitch, type RoleFlags, superuserSwitch } from '@millwatch/contract/party'
import { call } from '../../lib/api.ts'
import { dateAndMinute, dateOf } from '../../lib/dates.ts'
import { personName } from '../../lib/person-name.ts'
import { searchFor } from '../../lib/search.ts'
import { otherPerson, useMay } from '../../scope/rights.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Switch } from '../../ui/switch.tsx'
import { Table } from '../../ui/table.tsx'
import { type Member, membersQuery } from './queries.ts'
import { adminIsOn, locksOf, superuserIsOn } from './rules.ts'

interface MemberListProps {
  members: readonly Member[]
  viewer: RoleFlags & { readonly id: number }
  companyName: string
  /** Search text for name and email address, in upper or lower case; blank: all members are shown. */
  words: string
  onShowAll: () => void
}

export function MemberList({ members, viewer, companyName, words, onShowAll }: MemberListProps) {
  const isFound = searchFor(words)
  const shown = members.filter((member) => isFound(`${personName(member)} ${member.username ?? ''}`))
  if (shown.length === 0) {
    return (
      <Empty title="No members">
        Nobody is called “{words.trim()}”.{' '}
        <button type="button" className="link-button" onClick={onShowAll}>
          Show all
        </button>
      </Empty>
    )
  }
  return (
    <Table label="Members" columns={['Name', 'Email', 'Phone', 'Member since', 'Admin', 'Superuser', ' Actions']}>
      {shown.map((member) => (
        <MemberRow key={member.id} member={member} members={members} viewer={viewer} companyName={companyName} />
      ))}
    </Table>
  )
}

const removal = (name: string, companyName: string) => ({
  title: `Delete ${name}?`,
  text: `${name} loses access to ${companyName} at once, and leaves its groups. What they did stays in the audit log.`,
  yes: `Delete ${name}`,
  done: 'User deleted successfully',
  failed: 'Error deleting user',
})

const sessionsEnd = (name: string, companyName: string) => ({
  title: `End the sessions of ${name}?`,
  text: `${name} is signed out of ${companyName} on every device at once, and can sign in again with the password.`,
  yes: 'End sessions',
  done: `Sessions of ${name} ended`,
  failed: 'Error ending sessions',
})

const factorRemoval = (name: string) => ({
  title: `Remove the second factor of ${name}?`,
  text: `${name} signs in with the password alone until they set up another app. Do this only if you are sure that it is ${name} who asks for it. They are told by mail.`,
  yes: 'Remove second factor',
  done: `Second factor of ${name} removed`,
  failed: 'Error removing the second factor',
})

const withdrawal = (name: string, companyName: string) => ({
  title: `Withdraw the invitation of ${name}?`,
  text: `The link in the mail is no longer valid, and ${name} does not join ${companyName}. You can invite them again.`,
  yes: 'Withdraw invitation',
  done: 'Invitation withdrawn',
  failed: 'Error withdrawing invitation',
})

type RowProps = Pick<MemberListProps, 'members' | 'viewer' | 'companyName'> & { member: Member }

function MemberRow({ member, members, viewer, companyName }: RowProps) {
  const zone = useZone()
  const may = useMay()
  const isFixed = !may(updateUser, otherPerson)
  const locks = locksOf(viewer, member, members)
  const name = personName(member)
  const isSelf = member.id === viewer.id
  const params = { id: member.id }
  const role = useSubmit({
    work: (body: Partial<RoleFlags>) => call(updateUser, { params, body }),
    done: 'User updated successfully',
    failed: 'Error updating user',
    changes: [membersQuery.queryKey],
  })
  const isInvited = member.invited_at != null
  const again = useSubmit({
    work: () => call(inviteUser, { params }),
    done: `Invitation to ${name} is on its way`,
    failed: 'Error sending invitation',
    changes: [membersQuery.queryKey],
  })
  const remove = useConfirmed({
    ...(isInvited ? withdrawal(name, companyName) : removal(name, companyName)),
    removes: true,
    work: () => call(deleteUser, { params }),
    changes: [membersQuery.queryKey],
  })
  const endSessions = useConfirmed({
    ...sessionsEnd(name, companyName),
    work: () => call(endSessionsOfUser, { params }),
  })
  const removeFactor = useConfirmed({
    ...factorRemoval(name),
    removes: true,
    work: () => call(removeSecondFactor, { params }),
    changes: [membersQuery.queryKey],
  })
  return (
    <tr>
      <td className="any-break medium">
        <span>
          {name}
          {isSelf && <span className="second any-break"> (you)</span>}
        </span>
      </td>
      <td data-label="Email" className="second any-break">
        {member.username}
      </td>
      <td data-label="Phone" className={member.phone == null ? 'second any-break table-none' : 'second any-break'}>
        {member.phone ?? '—'}
      </td>
      <td data-label="Member since" className="second any-break one-line">
        {member.invited_at == null ? (
          dateOf(Date.parse(member.created_at), zone)
        ) : (
          <span title={`Mailed ${dateAndMinute(Date.parse(member.invited_at), zone)}`}>
            Invited {dateOf(Date.parse(member.invited_at), zone)}
          </span>
        )}
      </td>
      <td data-label="Admin">
        <Switch
          label={`${name} is admin`}
          checked={adminIsOn(member)}
          locked={locks.admin}
          disabled={isFixed || role.isPending}
          onChange={(isOn) => role.mutate(adminSwitch(isOn))}
        />
      </td>
      <td data-label="Superuser">
        <Switch
          label={`${name} is superuser`}
          checked={superuserIsOn(member)}
          locked={locks.superuser}
          disabled={isFixed || role.isPending}
          onChange={(isOn) => role.mutate(superuserSwitch(isOn))}
        />
      </td>
      <td>
        {may(deleteUser) && (
          <div className="wrap table-actions">
            {isInvited && may(inviteUser) && (
              <Button
                aria-label={`Send the invitation of ${name} again`}
                disabled={again.isPending}
                onClick={() => again.mutate()}
              >
                Send again
              </Button>
            )}
            {!isInvited && !isSelf && may(endSessionsOfUser) && (
              <Button aria-label={`End sessions of ${name}`} onClick={endSessions}>
                End sessions
              </Button>
            )}
            {member.has_second_factor === true && !isSelf && may(removeSecondFactor) && (
              <Button aria-label={`Remove the second factor of ${name}`} onClick={removeFactor}>
                Remove 2nd factor
              </Button>
            )}
            <Button
              aria-label={isInvited ? `Withdraw the invitation of ${name}` : `Delete ${name}`}
              disabled={locks.remove !== undefined}
              title={locks.remove}
              onClick={remove}
            >
              {isInvited ? 'Withdraw' : 'Delete'}
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}
