import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddPasskey } from '../../features/identity/add-passkey.tsx'
import { canUsePasskeys } from '../../features/identity/passkeys.ts'
import { SetUpFactor } from '../../features/identity/set-up-factor.tsx'
import { STILL_SIGNED_IN, signOut } from '../../features/identity/sign-out.ts'
import { useTitle } from '../../lib/title.ts'
import { userQuery } from '../../scope/session.ts'
import { Entrance } from '../entrance.tsx'

/**
 * Page for a person of whom the company requires a second factor, on which it is set up. Afterwards the page that the person
 * opened appears.
 */
export function SecondFactorPage({ companyName }: { companyName: string }) {
  useTitle('Set up a second factor')
  const client = useQueryClient()
  const [isByPasskey, setByPasskey] = useState(false)
  const settle = () => void client.invalidateQueries({ queryKey: userQuery.queryKey })
  const [isStuck, setIsStuck] = useState(false)
  return (
    <Entrance wide title="Set up a second factor" error={isStuck ? STILL_SIGNED_IN : undefined}>
      <div className="stack panel wide entrance-form">
        <p>{companyName} requires a second factor of its admins. Set it up, then go on.</p>
        {isByPasskey ? (
          <AddPasskey isOn={false} hasPasskeys={false} onDone={settle} onCancel={() => setByPasskey(false)} />
        ) : (
          <SetUpFactor onDone={settle} />
        )}
        {!isByPasskey && canUsePasskeys() && (
          <button type="button" className="link-button entrance-link" onClick={() => setByPasskey(true)}>
            Use a passkey instead of an app
          </button>
        )}
        <button
          type="button"
          className="link-button entrance-link"
          onClick={() => void signOut().catch(() => setIsStuck(true))}
        >
          Logout
        </button>
      </div>
    </Entrance>
  )
}
