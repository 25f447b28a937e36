import { useState } from 'react'
import { SelectField } from '../../ui/field.tsx'

interface CompanyChoiceProps {
  companies: readonly { id: number; name: string }[]
  defaultId: number
  busy: boolean
  onChoose: (companyId: number) => void
  onBack: () => void
}

/** Form for users of several companies that selects the company to sign in to. */
export function CompanyChoice({ companies, defaultId, busy, onChoose, onBack }: CompanyChoiceProps) {
  const [companyId, setCompanyId] = useState(defaultId)
  return (
    <form
      className="entrance-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onChoose(companyId)
      }}
    >
      <SelectField
        label="Company"
        autoFocus
        value={String(companyId)}
        options={companies.map(({ id, name }) => ({ value: String(id), text: name }))}
        onValue={(value) => setCompanyId(Number(value))}
      />
      <button type="submit" className="button button-primary entrance-button" disabled={busy}>
        {busy ? 'Signing in…' : 'Login'}
      </button>
      <button type="button" className="link-button entrance-link" onClick={onBack}>
        {'<- Back to login'}
      </button>
    </form>
  )
}
