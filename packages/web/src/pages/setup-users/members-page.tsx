import { createUser, updateUser } from '@millwatch/contract/http/members'
import { useQuery } from '@tanstack/react-query'
import { MemberList } from '../../features/members/member-list.tsx'
import { membersQuery } from '../../features/members/queries.ts'
import { count } from '../../lib/format.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { usePaths } from '../../scope/links.ts'
import { otherPerson, useMay } from '../../scope/rights.ts'
import { userQuery } from '../../scope/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the members of the company, a search, and their roles. */
export function MembersPage() {
  const may = useMay()
  const paths = usePaths()
  return (
    <SetupPage
      title="Members"
      needs={updateUser}
      about={otherPerson}
      second="Admins change how the company is set up. Superusers also add and delete members, and decide on groups."
      aside={
        may(createUser) && (
          <ButtonLink primary to={paths.page('/setup/users/new')}>
            Add a Team Member
          </ButtonLink>
        )
      }
    >
      <Members />
    </SetupPage>
  )
}

function Members() {
  const { data: user } = useQuery(userQuery)
  const members = useQuery(membersQuery)
  const [typed, setWords] = useInAddress('q')
  const words = typed ?? ''
  return (
    <Reading query={members} subject="The members">
      {(all) => (
        <Panel
          title="Members of the company"
          note={count(all.length)}
          aside={<SearchField label="Find a member" value={words} onValue={(next) => setWords(next || undefined)} />}
        >
          {user !== undefined && (
            <MemberList
              members={all}
              viewer={user}
              companyName={user.company_name}
              words={words}
              onShowAll={() => setWords('')}
            />
          )}
        </Panel>
      )}
    </Reading>
  )
}
