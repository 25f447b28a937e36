import { updateSignIn } from '@millwatch/contract/http/company'
import { call } from '../../lib/api.ts'
import { useMay } from '../../scope/rights.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { CompanyFacts } from './queries.ts'

/**
 * Panel with a switch that requires a second factor of admins and superusers. It is stored at once; people who may not change it
 * see it locked.
 */
export function SignInPanel({ company }: { company: CompanyFacts }) {
  const mayChange = useMay()(updateSignIn)
  const change = useSubmit({
    work: (isRequired: boolean) => call(updateSignIn, { body: { second_factor_required: isRequired } }),
    done: 'Saved successfully',
    failed: 'Error saving company',
    changes: 'all',
  })
  return (
    <Panel title="Sign-in">
      <div className="stack wide form">
        <Switch
          label="Admins need a second factor"
          checked={company.second_factor_required}
          locked={mayChange ? undefined : 'Superusers switch it'}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate(isOn)}
        >
          Admins need a second factor
        </Switch>
        <p className="second">
          Admins and superusers without one are asked to set it up at once, and can do nothing else before.
        </p>
      </div>
    </Panel>
  )
}
