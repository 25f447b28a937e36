import { createRoster } from '@millwatch/contract/http/groups'
import { useQuery } from '@tanstack/react-query'
import { GroupPanel } from '../../features/groups/group-panel.tsx'
import { NewGroup } from '../../features/groups/new-group.tsx'
import { groupsQuery } from '../../features/groups/queries.ts'
import { membersQuery } from '../../features/members/queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the groups of members that get messages about runs and alarms. */
export function GroupsPage() {
  return (
    <SetupPage
      title="Groups"
      needs={createRoster}
      second="A group gets a message when one of its runs is complete, in the ways chosen for each member."
    >
      <Groups />
    </SetupPage>
  )
}

function Groups() {
  const groups = useQuery(groupsQuery)
  const members = useQuery(membersQuery)
  return (
    <>
      <Panel title="New group">
        <NewGroup />
      </Panel>
      <Reading query={groups} subject="The groups">
        {(all) =>
          all.length === 0 ? (
            <div className="panel">
              <Empty title="No groups">Give the first one a name above, then add members to it.</Empty>
            </div>
          ) : (
            <div className="stack groups">
              {all.map((group) => (
                <GroupPanel key={group.id} group={group} people={members.data ?? []} />
              ))}
            </div>
          )
        }
      </Reading>
    </>
  )
}
