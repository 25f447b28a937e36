import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { clockTimes } from './clock-times.ts'
import { alertHoursWith } from './draft.ts'
import type { FieldsProps } from './profile-fields.tsx'

const allHours = { alerts_enabled_at: null, alerts_disabled_at: null }

/**
 * Fields of the settings form for the first and last time of day at which the person gets alerts; both blank: at all hours. `set`
 * gets each change; the form saves them.
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
