import { createUser } from '@millwatch/contract/http/members'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { NewMemberForm } from '../../features/members/new-member-form.tsx'
import { setupQuery } from '../../scope/installation.ts'
import { usePaths } from '../../scope/links.ts'
import { Panel } from '../../ui/panel.tsx'
import { SetupPage } from '../setup-page.tsx'

export function NewMemberPage() {
  const navigate = useNavigate()
  const paths = usePaths()
  const { data: setup } = useQuery(setupQuery)
  return (
    <SetupPage
      title="Add a Team Member"
      needs={createUser}
      second="Tell them the password you set here: they choose their own at the first sign-in. Whoever uses Millwatch already keeps their password, and sees the invitation after signing in."
    >
      <div className="setup-narrow">
        <Panel title="New member">
          <NewMemberForm
            policy={setup?.password_policy ?? 'spec'}
            onAdded={() => void navigate(paths.page('/setup/users'))}
          />
        </Panel>
      </div>
    </SetupPage>
  )
}
