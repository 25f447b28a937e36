import { sendMailedReport } from '@millwatch/contract/http/reports-mailed'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { firstWeekday, weekdaysInOrder } from '../../lib/measures.ts'
import { setupQuery } from '../../scope/installation.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/button-link.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/panel.tsx'
import { daysWith } from './draft.ts'
import type { FieldsProps } from './profile-fields.tsx'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const noMail = 'This installation sends no mail. Its operator can set up a mail server.'

interface ReportFieldsProps extends FieldsProps {
  /** Units that can be chosen for a report; `depth` is the level in the tree, by which the name is indented. */
  units: readonly { readonly id: number; readonly name: string; readonly depth: number }[]
}

/**
 * Fields of the settings form for the weekly and daily reports by email and their unit, with a preview and a test mail of each.
 * `set` gets each change; the form saves them. Without a mail server all but the previews are disabled, with the reason.
 */
export function ReportFields({ form, set, units }: ReportFieldsProps) {
  const sendsMail = useQuery(setupQuery).data?.mail !== false
  const lock = sendsMail ? undefined : noMail
  const days = form.daily_report_days_enabled
  return (
    <Panel title="Reports by email" note="They come at 06:00 in the time zone of the unit.">
      <div className="stack wide form">
        {lock !== undefined && <p className="second">{lock}</p>}
        <CheckField
          value={form.weekly_report_enabled}
          disabled={lock !== undefined}
          onValue={(weekly_report_enabled) => set({ weekly_report_enabled })}
        >
          <span>
            Weekly report{' '}
            <span className="note">on {firstWeekday() === 1 ? 'Monday' : 'Sunday'}, about the seven days before</span>
          </span>
        </CheckField>
        <fieldset className="stack snug">
          <legend className="second">
            Daily report on <span className="note">about the day before</span>
          </legend>
          <div className="wrap open settings-choices">
            {weekdaysInOrder().map((day) => (
              <button
                key={day}
                type="button"
                className="muted box inline one-line chip"
                aria-pressed={days.includes(day)}
                disabled={lock !== undefined}
                title={lock}
                onClick={() => set({ daily_report_days_enabled: daysWith(days, day) })}
              >
                {weekdays[day]}
              </button>
            ))}
          </div>
        </fieldset>
        <SelectField
          label="Reports are about"
          value={String(form.report_subject_org_unit_id ?? '')}
          disabled={lock !== undefined}
          options={[
            { value: '', text: 'The whole company' },
            ...units.map(({ id, name, depth }) => ({ value: String(id), text: `${'\u2003'.repeat(depth)}${name}` })),
          ]}
          onValue={(value) => set({ report_subject_org_unit_id: value === '' ? null : Number(value) })}
        />
        <div className="stack snug">
          <Sample cadence="daily" name="Daily report" lock={lock} />
          <Sample cadence="weekly" name="Weekly report" lock={lock} />
          <p className="note">Both use the unit that is saved.</p>
        </div>
      </div>
    </Panel>
  )
}

interface SampleProps {
  cadence: 'daily' | 'weekly'
  name: string
  lock: string | undefined
}

/** Line for one report with a link that previews the last one as a mail, and a button that mails it to the person now. */
function Sample({ cadence, name, lock }: SampleProps) {
  const sending = useSubmit({
    work: () => call(sendMailedReport, { body: { cadence } }),
    done: ({ recipient }) => `${name} sent to ${recipient}`,
    failed: `Error sending the ${cadence} report`,
  })
  return (
    <div className="wrap open settings-choices">
      <span className="value settings-sample">{name}</span>
      <PageLink href={`/v0/user/report?cadence=${cadence}`} label={`Preview of the ${cadence} report`}>
        Preview
      </PageLink>
      <Button
        disabled={lock !== undefined || sending.isPending}
        title={lock}
        aria-label={`Send me one now: ${cadence} report`}
        onClick={() => sending.mutate()}
      >
        {sending.isPending ? 'Sending…' : 'Send me one now'}
      </Button>
    </div>
  )
}
