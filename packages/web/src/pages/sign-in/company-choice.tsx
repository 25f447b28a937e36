import { useState } from 'react'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { BackToLogin } from './back-to-login.tsx'

interface CompanyChoiceProps {
  companies: readonly { id: number; name: string }[]
  defaultId: number
  busy: boolean
  onChoose: (companyId: number) => void
  onBack: () => void
}

/** Form for people of several companies that selects one; `onChoose` signs in to it. */
export function CompanyChoice({ companies, defaultId, busy, onChoose, onBack }: CompanyChoiceProps) {
  const [companyId, setCompanyId] = useState(defaultId)
  return (
    <Form className="stack panel wide entrance-form" busy={busy} onSubmit={() => onChoose(companyId)}>
      <SelectField
        label="Company"
        autoFocus
        value={String(companyId)}
        options={companies.map(({ id, name }) => ({ value: String(id), text: name }))}
        onValue={(value) => setCompanyId(Number(value))}
      />
      <SubmitButton className="entrance-button" busyText="Signing in…">
        Login
      </SubmitButton>
      <BackToLogin onBack={onBack} />
    </Form>
  )
}
