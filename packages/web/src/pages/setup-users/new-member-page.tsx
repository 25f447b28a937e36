import { createUser } from '@millwatch/contract/http/members'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { NewMemberForm } from '../../features/members/new-member-form.tsx'
import { setupQuery } from '../../scope/installation.ts'
import { usePaths } from '../../scope/links.ts'
import { Panel } from '../../ui/panel.tsx'
import { SetupPage } from '../setup-page.tsx'

const byHand =
  'Tell them the password you set here: they choose their own at the first sign-in. Whoever uses Millwatch already keeps their password, and sees the invitation after signing in.'
const byMail =
  'They get a mail with a link, which is valid for seven days and once. Whoever uses Millwatch already keeps their password, and accepts after signing in.'

export function NewMemberPage() {
  const navigate = useNavigate()
  const paths = usePaths()
  const { data: setup, isPending } = useQuery(setupQuery)
  return (
    <SetupPage title="Add a Team Member" needs={createUser} second={setup?.mail === true ? byMail : byHand}>
      <div className="setup-narrow">
        <Panel title="New member">
          {!isPending && (
            <NewMemberForm
              canMail={setup?.mail ?? false}
              policy={setup?.password_policy ?? 'spec'}
              onAdded={() => void navigate(paths.page('/setup/users'))}
            />
          )}
        </Panel>
      </div>
    </SetupPage>
  )
}
