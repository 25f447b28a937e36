import { useQuery, useQueryClient } from '@tanstack/react-query'
import { OwnSubscriptions } from '../../features/alarms/own-subscriptions.tsx'
import { AlertFields } from '../../features/identity/alert-fields.tsx'
import { Companies } from '../../features/identity/companies.tsx'
import { DateFields } from '../../features/identity/date-fields.tsx'
import { settingsFaults, settingsOf } from '../../features/identity/draft.ts'
import { LookFields } from '../../features/identity/look-fields.tsx'
import { ProfileFields } from '../../features/identity/profile-fields.tsx'
import { ReportFields } from '../../features/identity/report-fields.tsx'
import { type User, updateMessage, updateSelf } from '../../features/identity/user.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { usePreferences } from '../../scope/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Panel } from '../../ui/panel.tsx'
import { Submit } from '../../ui/submit.tsx'
import { unitsInOrder } from './units.ts'

/** Form that saves the person's own settings except email and password, and below it the list of the person's companies. */
export function General({ user }: { user: User }) {
  const client = useQueryClient()
  const { data: company } = useQuery(companyQuery)
  const { draft, change, bind, isChanged, discard, form } = useForm({
    stored: settingsOf(user),
    keptAs: `settings ${user.id}`,
    unchanged: 'Nothing is changed yet.',
    faults: settingsFaults,
    work: async (_, differences) => {
      await updateSelf(client, user.id, differences)
      if (differences.theme !== undefined) usePreferences.getState().setTheme(differences.theme)
    },
    done: 'User updated successfully',
    failed: updateMessage,
    fields: { phone_invalid: 'phone' },
    showsAllFailures: true,
  })
  return (
    <>
      <Form className="stack" noValidate {...form}>
        <ProfileFields bind={bind} companies={user.companies} />
        <LookFields form={draft} set={change} />
        <DateFields form={draft} set={change} />
        <AlertFields form={draft} set={change} />
        <OwnSubscriptions />
        <ReportFields form={draft} set={change} units={company === undefined ? [] : unitsInOrder(company.tree)} />
        <div className="row open settings-save">
          <Submit>{form.busy ? 'Saving…' : 'Save'}</Submit>
          {isChanged && (
            <Button disabled={form.busy} onClick={discard}>
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
