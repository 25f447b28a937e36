import { personName } from '../../lib/person-name.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import './groups.css'
import {
  addRosterUser,
  deleteRoster,
  removeRosterUser,
  updateRoster,
  updateRosterUser,
} from '@millwatch/contract/http/groups'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { setupQuery } from '../../scope/installation.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Switch } from '../../ui/switch.tsx'
import { Table } from '../../ui/table.tsx'
import { AddToGroup } from './add-to-group.tsx'
import { GroupName } from './group-name.tsx'
import { type Candidate, type Group, type GroupMember, groupsQuery } from './queries.ts'
import { NO_PHONE, NO_SMS, textLock } from './words.ts'

interface GroupPanelProps {
  group: Group
  /** All members of the company, from whom the group can be extended. */
  people: readonly Candidate[]
}

/**
 * Panel of a group: its name, and its members with a switch for each channel (email, text message). Changes are saved at once;
 * only people who may do so can rename, remove or change the group.
 */
export function GroupPanel({ group, people }: GroupPanelProps) {
  const id = useId()
  const may = useMay()
  const [renaming, setRenaming] = useState(false)
  const opener = useFocusBack(renaming)
  const remove = useConfirmed({
    title: `Remove ${group.name}?`,
    text: 'Runs that notify this group will notify nobody instead. Its members stay members of the company.',
    yes: `Remove ${group.name}`,
    removes: true,
    work: () => call(deleteRoster, { params: { id: group.id } }),
    done: 'Group removed',
    failed: 'Error removing group',
    changes: [groupsQuery.queryKey],
  })
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="row panel-head">
        {/* The heading stays for screen readers while the name is edited. */}
        <h2 id={id} className={renaming ? 'sr-only' : 'any-break title'}>
          {group.name}
        </h2>
        {renaming ? (
          <GroupName group={group} onClose={() => setRenaming(false)} />
        ) : (
          <>
            <span className="note">
              {group.RosterUsers.length} {group.RosterUsers.length === 1 ? 'member' : 'members'}
            </span>
            <div className="row push panel-aside wrap table-actions">
              {may(updateRoster) && (
                <Button ref={opener} aria-label={`Rename ${group.name}`} onClick={() => setRenaming(true)}>
                  Rename
                </Button>
              )}
              {may(deleteRoster) && (
                <Button aria-label={`Remove ${group.name}`} onClick={remove}>
                  Remove
                </Button>
              )}
            </div>
          </>
        )}
      </header>
      {group.RosterUsers.length === 0 ? (
        <p className="muted">Nobody is in this group yet, so it reaches nobody.</p>
      ) : (
        <Table label={`Members of ${group.name}`} columns={['Name', 'Email', 'Text message', ' Actions']}>
          {group.RosterUsers.map((place) => (
            <PlaceRow key={place.id} group={group} place={place} people={people} />
          ))}
        </Table>
      )}
      {may(addRosterUser) && <AddToGroup group={group} people={people} />}
    </section>
  )
}

function PlaceRow({ group, place, people }: GroupPanelProps & { place: GroupMember }) {
  const may = useMay()
  const isFixed = !may(updateRosterUser)
  const name = personName(place.User)
  const params = { id: group.id, user: place.user_id }
  const sendsTexts = useQuery(setupQuery).data?.sms !== false
  const lock = textLock(place, people, sendsTexts)
  const ways = useSubmit({
    work: (body: { send_email?: boolean; send_sms?: boolean }) => call(updateRosterUser, { params, body }),
    done: 'Group updated',
    failed: 'Error updating member',
    changes: [groupsQuery.queryKey],
  })
  const removal = useSubmit({
    work: () => call(removeRosterUser, { params }),
    done: 'Member removed',
    failed: 'Error removing member',
    changes: [groupsQuery.queryKey],
  })
  return (
    <tr>
      <td>
        <span>
          <span className="any-break medium">{name}</span>
          <span className="block second any-break">{place.User.email}</span>
        </span>
      </td>
      <td data-label="Email">
        <Switch
          label={`Email ${name}`}
          checked={place.send_email}
          disabled={isFixed || ways.isPending}
          onChange={(send_email) => ways.mutate({ send_email })}
        />
      </td>
      <td data-label="Text message">
        <Switch
          label={`Text ${name}`}
          checked={place.send_sms}
          disabled={isFixed || ways.isPending}
          locked={lock}
          onChange={(send_sms) => ways.mutate({ send_sms })}
        >
          {lock === NO_PHONE && <span className="second any-break">No phone # setup</span>}
          {lock === NO_SMS && <span className="second any-break">No SMS service</span>}
        </Switch>
      </td>
      <td>
        {may(removeRosterUser) && (
          <div className="wrap table-actions">
            <Button
              aria-label={`Remove ${name} from ${group.name}`}
              disabled={removal.isPending}
              onClick={() => removal.mutate()}
            >
              Remove
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}
