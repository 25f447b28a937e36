import { SelectField, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Settings } from './draft.ts'
import type { User } from './user.ts'

export interface FieldsProps {
  form: Settings
  set: (part: Partial<Settings>) => void
}

interface ProfileFieldsProps extends FieldsProps {
  user: User
  /** Error of the phone number. */
  phoneError: string | undefined
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Fields for name, phone, and default company. */
export function ProfileFields({ form, set, user, phoneError }: ProfileFieldsProps) {
  return (
    <Panel title="You">
      <div className="form">
        <div className="form-pair">
          <TextField
            label="First name"
            autoComplete="given-name"
            maxLength={120}
            value={form.first_name}
            error={isBlank(form.first_name) ? 'Please input a first name' : undefined}
            onValue={(first_name) => set({ first_name })}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            maxLength={120}
            value={form.last_name}
            error={isBlank(form.last_name) ? 'Please input a last name' : undefined}
            onValue={(last_name) => set({ last_name })}
          />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            placeholder="(312) 555-0123"
            value={form.phone}
            error={phoneError}
            hint="A US number. Text messages go there."
            onValue={(phone) => set({ phone })}
          />
          {user.companies.length > 1 && (
            <SelectField
              label="Default company"
              value={String(form.default_company_id ?? '')}
              options={[
                { value: '', text: 'None' },
                ...user.companies.map(({ id, name }) => ({ value: String(id), text: name })),
              ]}
              hint="Offered first when you sign in."
              onValue={(value) => set({ default_company_id: value === '' ? null : Number(value) })}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
