import { roleOf } from '@millwatch/contract/party'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { answerInvitation, type User } from './user.ts'

type Invitation = User['invitations'][number]

const roleWords = (invitation: Invitation): string => {
  const role = roleOf(invitation)
  return role === 'user' ? 'regular user' : role
}

/** Lists the invitations of a user with buttons to accept or decline; empty without invitations. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  if (invitations.length === 0) return null
  const answer = async ({ id, company_name }: Invitation, accepted: boolean): Promise<void> => {
    setBusy(true)
    try {
      await answerInvitation(client, id, accepted)
      toast.done(accepted ? `You belong to ${company_name} now` : `Invitation of ${company_name} declined`)
    } catch (error) {
      toast.failed('Error answering the invitation', error instanceof Error ? error : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title="Invitations">
      <ul className="settings-list" aria-label="Invitations">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="settings-row">
            <span className="settings-main">
              {invitation.company_name} <span className="settings-note">invites you as {roleWords(invitation)}</span>
            </span>
            <Button primary disabled={busy} onClick={() => void answer(invitation, true)}>
              Accept
            </Button>
            <Button disabled={busy} onClick={() => void answer(invitation, false)}>
              Decline
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
