import { useState } from 'react'

interface CompanyChoiceProps {
  companies: readonly { id: number; name: string }[]
  defaultId: number
  busy: boolean
  onChoose: (companyId: number) => void
  onBack: () => void
}

/** For those who belong to several companies: which one now. */
export function CompanyChoice({ companies, defaultId, busy, onChoose, onBack }: CompanyChoiceProps) {
  const [companyId, setCompanyId] = useState(defaultId)
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(companyId)
      }}
    >
      <label className="field">
        Company
        <select
          // biome-ignore lint/a11y/noAutofocus: the form took the place of the one with the focus
          autoFocus
          value={companyId}
          onChange={(event) => setCompanyId(Number(event.target.value))}
        >
          {companies.map((company) => (
            <option key={company.id} value={company.id}>
              {company.name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-primary sign-in-button" disabled={busy}>
        {busy ? 'Signing in…' : 'Login'}
      </button>
      <button type="button" className="link-button sign-in-back" onClick={onBack}>
        {'<- Back to login'}
      </button>
    </form>
  )
}
