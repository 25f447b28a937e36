import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { clockTimes } from './clock-times.ts'
import { alertHoursWith, daysWith } from './draft.ts'
import type { FieldsProps } from './profile-fields.tsx'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const allHours = { alerts_enabled_at: null, alerts_disabled_at: null }

/**
 * Fields of the settings form for the hours of the day in which the person gets alerts; blank: at all hours. The form saves
 * them.
 */
export function AlertFields({ form, set }: FieldsProps) {
  const { alerts_enabled_at: from, alerts_disabled_at: until } = form.alarm_config
  const choose = (end: 'alerts_enabled_at' | 'alerts_disabled_at') => (value: string) =>
    set({ alarm_config: alertHoursWith(form.alarm_config, end, value) })
  return (
    <Panel title="Alert hours" note={from === null ? 'Alerts come at all hours.' : 'Alerts come within these hours.'}>
      <div className="stack wide form">
        <div className="stack form-pair">
          <SelectField
            label="Alerts enabled at"
            value={from ?? ''}
            options={clockTimes}
            onValue={choose('alerts_enabled_at')}
          />
          <SelectField
            label="Alerts disabled at"
            value={until ?? ''}
            options={clockTimes}
            onValue={choose('alerts_disabled_at')}
          />
        </div>
        <div>
          <Button
            disabled={from === null}
            title={from === null ? 'Alerts come at all hours' : undefined}
            onClick={() => set({ alarm_config: allHours })}
          >
            All hours
          </Button>
        </div>
      </div>
    </Panel>
  )
}

interface ReportFieldsProps extends FieldsProps {
  /** Units that can be chosen for a report; `depth` is the level in the tree. */
  units: readonly { readonly id: number; readonly name: string; readonly depth: number }[]
}

/**
 * Fields of the settings form for the weekly and daily reports by email, and the unit that they are about. The form saves
 * them.
 */
export function ReportFields({ form, set, units }: ReportFieldsProps) {
  const days = form.daily_report_days_enabled
  return (
    <Panel title="Reports by email">
      <div className="stack wide form">
        <CheckField
          value={form.weekly_report_enabled}
          onValue={(weekly_report_enabled) => set({ weekly_report_enabled })}
        >
          Weekly report
        </CheckField>
        <fieldset className="stack snug">
          <legend className="second">Daily report on</legend>
          <div className="wrap settings-choices">
            {weekdays.map((name, day) => (
              <button
                key={name}
                type="button"
                className="muted box inline one-line chip"
                aria-pressed={days.includes(day)}
                onClick={() => set({ daily_report_days_enabled: daysWith(days, day) })}
              >
                {name}
              </button>
            ))}
          </div>
        </fieldset>
        <SelectField
          label="Reports are about"
          value={String(form.report_subject_org_unit_id ?? '')}
          options={[
            { value: '', text: 'The whole company' },
            ...units.map(({ id, name, depth }) => ({ value: String(id), text: `${'\u2003'.repeat(depth)}${name}` })),
          ]}
          onValue={(value) => set({ report_subject_org_unit_id: value === '' ? null : Number(value) })}
        />
      </div>
    </Panel>
  )
}
