import type { Answer } from '@millwatch/contract/endpoint'
import type { getSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { MOST_PASSKEYS } from '@millwatch/domain/identity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { sessionsQuery } from './own-sessions.ts'
import { PasskeyList } from './passkey-list.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { type FactorChange, ProveFactor } from './prove-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { secondFactorQuery } from './second-factor.ts'
import { SetUpFactor } from './set-up-factor.tsx'

type Factor = Omit<Answer<typeof getSecondFactor>, 'status'>

/**
 * Panel with the person's second factors: the app, the passkeys, and the number of recovery codes left, with buttons to set them
 * up, renew and remove them.
 */
export function SecondFactorPanel() {
  const client = useQueryClient()
  const { data: factor, error, refetch } = useQuery(secondFactorQuery)
  const [adding, setAdding] = useState<'app' | 'passkey'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [change, setChange] = useState<FactorChange>()
  const settle = (): void => {
    setAdding(undefined)
    setCodes(undefined)
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  const isShowing = adding !== undefined || codes !== undefined
  const hasPasskeys = factor !== undefined && factor.passkeys.length > 0
  const factors = { isOn: hasPasskeys || (factor?.since ?? null) !== null, hasPasskeys }
  return (
    <Panel title="Second factor" note="A code of an app on your phone, or a passkey, besides the password.">
      {adding === 'app' && <SetUpFactor {...factors} onDone={settle} onCancel={settle} />}
      {adding === 'passkey' && <AddPasskey {...factors} onDone={settle} onCancel={settle} />}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={settle} />}
      {!isShowing && factor === undefined && error === null && <Skeleton height={48} />}
      {!isShowing && factor === undefined && error !== null && (
        <TryAgain onRetry={refetch}>The second factor could not be read: {error.message}</TryAgain>
      )}
      {!isShowing && factor !== undefined && <State factor={factor} onAdd={setAdding} onChange={setChange} />}
      {change !== undefined && (
        <ProveFactor
          change={change}
          hasPasskeys={hasPasskeys}
          onClose={() => setChange(undefined)}
          onDone={(made) => {
            setChange(undefined)
            setCodes(made.length === 0 ? undefined : made)
          }}
        />
      )}
    </Panel>
  )
}

interface StateProps {
  factor: Factor
  onAdd: (added: 'app' | 'passkey') => void
  onChange: (change: FactorChange) => void
}

function State({ factor, onAdd, onChange }: StateProps) {
  const { since, recovery_codes_left: left, passkeys } = factor
  const isOn = left !== null
  const isFull = passkeys.length >= MOST_PASSKEYS
  return (
    <div className="stack wide form">
      <Summary factor={factor} />
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} hasApp={since !== null} />}
      {left !== null && left < 3 && (
        <p className="alert">Make new recovery codes, so that you can sign in without your phone.</p>
      )}
      <div className="row wide">
        {since === null && (
          <Button primary={!isOn} onClick={() => onAdd('app')}>
            {isOn ? 'Set up an app' : 'Set it up'}
          </Button>
        )}
        {canUsePasskeys() && (
          <Button
            disabled={isFull}
            title={isFull ? `You have ${MOST_PASSKEYS} passkeys` : undefined}
            onClick={() => onAdd('passkey')}
          >
            Add a passkey
          </Button>
        )}
        {isOn && <Button onClick={() => onChange('codes')}>Make new recovery codes</Button>}
        {since !== null && (
          <Button onClick={() => onChange(passkeys.length > 0 ? 'app' : 'off')}>
            {passkeys.length > 0 ? 'Remove the app' : 'Switch it off'}
          </Button>
        )}
      </div>
    </div>
  )
}

function Summary({ factor }: Pick<StateProps, 'factor'>) {
  const zone = useZone()
  const { since, recovery_codes_left: left, is_required: isRequired } = factor
  if (left === null) return <p>It is off: whoever knows your password can sign in as you.</p>
  return (
    <p>
      {since === null ? 'It is on.' : `It is on, with an app since ${dateAndTime(Date.parse(since), zone)}.`}{' '}
      {counted(left, 'recovery code')} left.
      {isRequired && ' Your company requires it.'}
    </p>
  )
}
