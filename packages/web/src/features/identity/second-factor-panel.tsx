import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { sessionsQuery } from './own-sessions.ts'
import { type FactorChange, ProveFactor } from './prove-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { secondFactorQuery } from './second-factor.ts'
import { SetUpFactor } from './set-up-factor.tsx'

/** Panel with the person's second factor: setting it up, new recovery codes, switching it off. */
export function SecondFactorPanel() {
  const client = useQueryClient()
  const { data: factor, error, refetch } = useQuery(secondFactorQuery)
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const [change, setChange] = useState<FactorChange>()
  const settle = (): void => {
    setSettingUp(false)
    setCodes(undefined)
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  const isShowing = isSettingUp || codes !== undefined
  return (
    <Panel title="Second factor" note="A code of an app on your phone, besides the password.">
      {isSettingUp && <SetUpFactor onDone={settle} onCancel={settle} />}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={settle} />}
      {!isShowing && factor === undefined && error === null && <Skeleton height={48} />}
      {!isShowing && factor === undefined && error !== null && (
        <TryAgain onRetry={refetch}>The second factor could not be read: {error.message}</TryAgain>
      )}
      {!isShowing && factor !== undefined && (
        <State factor={factor} onSetUp={() => setSettingUp(true)} onChange={setChange} />
      )}
      {change !== undefined && (
        <ProveFactor
          change={change}
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
  factor: { since: string | null; recovery_codes_left: number | null; is_required: boolean }
  onSetUp: () => void
  onChange: (change: FactorChange) => void
}

function State({ factor, onSetUp, onChange }: StateProps) {
  const zone = useZone()
  const { since, recovery_codes_left: left } = factor
  if (since === null || left === null) {
    return (
      <div className="stack wide form">
        <p>It is off: whoever knows your password can sign in as you.</p>
        <div>
          <Button primary onClick={onSetUp}>
            Set it up
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="stack wide form">
      <p>
        It is on since {dateAndTime(Date.parse(since), zone)}. {counted(left, 'recovery code')} left.
        {factor.is_required && ' Your company requires it.'}
      </p>
      {left < 3 && <p className="alert">Make new recovery codes, so that you can sign in without your phone.</p>}
      <div className="row wide">
        <Button onClick={() => onChange('codes')}>Make new recovery codes</Button>
        <Button onClick={() => onChange('off')}>Switch it off</Button>
      </div>
    </div>
  )
}
