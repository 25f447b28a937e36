import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertFields, ReportFields } from '../../features/identity/alert-fields.tsx'
import { Companies } from '../../features/identity/companies.tsx'
import { type Settings, settingsOf } from '../../features/identity/draft.ts'
import { LookFields } from '../../features/identity/look-fields.tsx'
import { ProfileFields } from '../../features/identity/profile-fields.tsx'
import { type User, useSaveSettings } from '../../features/identity/user.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { usePreferences } from '../../scope/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import { Panel } from '../../ui/panel.tsx'
import { Submit } from '../../ui/submit.tsx'
import { unitsInOrder } from './units.ts'

const phoneErrorOf = (failure: unknown): string | undefined =>
  failure instanceof ApiError && failure.code === 'phone_invalid' ? failure.message : undefined

/** Holds the form: the saved settings with the user's changes on top. */
function useSettings(user: User) {
  const save = useSaveSettings(user)
  const { draft, change, differences, isChanged, discard } = useDraft(settingsOf(user))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const submit = async (): Promise<void> => {
    setBusy(true)
    const failed = await save(differences)
    setBusy(false)
    setFailure(failed)
    if (failed !== undefined) return
    discard()
    if (differences.theme !== undefined) usePreferences.getState().setTheme(differences.theme)
  }
  const set = (part: Partial<Settings>): void => {
    change(part)
    if ('phone' in part) setFailure(undefined)
  }
  return { form: draft, isChanged, set, busy, failure, submit: () => void submit(), discard }
}

function missingIn(form: Settings, isChanged: boolean): string | undefined {
  if (form.first_name.trim() === '') return 'Please input a first name'
  if (form.last_name.trim() === '') return 'Please input a last name'
  return isChanged ? undefined : 'Nothing is changed yet.'
}

/** Settings of the user except email and password. */
export function General({ user }: { user: User }) {
  const { data: company } = useQuery(companyQuery)
  const { form, isChanged, set, busy, failure, submit, discard } = useSettings(user)
  return (
    <>
      <Form
        className="settings-form"
        noValidate
        onSubmit={() => {
          if (isChanged && !busy) submit()
        }}
      >
        <ProfileFields form={form} set={set} user={user} phoneError={phoneErrorOf(failure)} />
        <LookFields form={form} set={set} />
        <AlertFields form={form} set={set} />
        <ReportFields form={form} set={set} units={company === undefined ? [] : unitsInOrder(company.tree)} />
        <div className="settings-save">
          <Submit busy={busy} missing={missingIn(form, isChanged)}>
            {busy ? 'Saving…' : 'Save'}
          </Submit>
          {isChanged && (
            <Button disabled={busy} onClick={discard}>
              Discard changes
            </Button>
          )}
        </div>
      </Form>
      <Panel title="Companies">
        <Companies user={user} />
      </Panel>
    </>
  )
}
