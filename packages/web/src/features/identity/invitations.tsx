import { acceptInvitation, declineInvitation } from '@millwatch/contract/http/members'
import { roleOf } from '@millwatch/contract/party'
import { call } from '../../lib/api.ts'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/panel.tsx'
import type { User } from './user.ts'

type Invitation = User['invitations'][number]

interface InvitationAnswer {
  readonly id: number
  readonly company: string
  readonly isAccepted: boolean
}

const roleWords = { user: 'regular user', admin: 'admin', superuser: 'superuser' } as const

/**
 * Panel with a person's open invitations to companies, each with a button to accept and one to decline; nothing without
 * invitations.
 */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const answering = useSubmit({
    work: ({ id, isAccepted }: InvitationAnswer): Promise<unknown> =>
      isAccepted ? call(acceptInvitation, { params: { id } }) : call(declineInvitation, { params: { id } }),
    done: (_, { isAccepted, company }) =>
      isAccepted ? `You belong to ${company} now` : `Invitation of ${company} declined`,
    failed: 'Error answering the invitation',
    changes: [userQuery.queryKey],
  })
  if (invitations.length === 0) return null
  const answer = ({ id, company_name: company }: Invitation, isAccepted: boolean): void =>
    answering.mutate({ id, company, isAccepted })
  return (
    <Panel title="Invitations">
      <ul className="lined" aria-label="Invitations">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="row settings-row">
            <span className="any-break settings-main">
              {invitation.company_name} <span className="note">invites you as {roleWords[roleOf(invitation)]}</span>
            </span>
            <Button primary disabled={answering.isPending} onClick={() => answer(invitation, true)}>
              Accept
            </Button>
            <Button disabled={answering.isPending} onClick={() => answer(invitation, false)}>
              Decline
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
