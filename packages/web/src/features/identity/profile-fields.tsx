import { useQuery } from '@tanstack/react-query'
import { setupQuery } from '../../scope/installation.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { Bind } from '../../ui/form/use-form.ts'
import { Panel } from '../../ui/panel.tsx'
import type { Settings } from './draft.ts'
import type { User } from './user.ts'

export interface FieldsProps {
  form: Settings
  set: (part: Partial<Settings>) => void
}

/** Fields of the settings form for name and phone, and for the default company if the person belongs to several. */
export function ProfileFields({ bind, companies }: { bind: Bind<Settings> } & Pick<User, 'companies'>) {
  const sendsTexts = useQuery(setupQuery).data?.sms !== false
  const { value: companyId, onValue: onCompany } = bind('default_company_id')
  return (
    <Panel title="You">
      <div className="stack wide form">
        <div className="stack form-pair">
          <TextField label="First name" autoComplete="given-name" maxLength={120} {...bind('first_name')} />
          <TextField label="Last name" autoComplete="family-name" maxLength={120} {...bind('last_name')} />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            placeholder="(312) 555-0123"
            hint={
              sendsTexts
                ? 'A US number. Text messages go there.'
                : 'A US number. This installation sends no text messages.'
            }
            {...bind('phone')}
          />
          {companies.length > 1 && (
            <SelectField
              label="Default company"
              value={String(companyId ?? '')}
              options={[
                { value: '', text: 'None' },
                ...companies.map(({ id, name }) => ({ value: String(id), text: name })),
              ]}
              hint="Offered first when you sign in."
              onValue={(value) => onCompany(value === '' ? null : Number(value))}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
