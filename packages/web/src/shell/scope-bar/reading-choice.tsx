import { useQuery } from '@tanstack/react-query'
import { minuteOfDay } from '../../lib/dates.ts'
import { placeOf } from '../../lib/zoned.ts'
import { useScope, useSetScope } from '../../scope/scope.ts'
import { zonesQuery } from '../../scope/zones.ts'
import { SelectField } from '../../ui/field.tsx'

const STEP_MIN = 15
const starts = Array.from({ length: (24 * 60) / STEP_MIN }, (_, index) => index * STEP_MIN)

/** Fields for time zone and start of the day; a choice changes the scope at once. */
export function ReadingChoice({ zone }: { zone: string }) {
  const { timezone, dayStartMin } = useScope()
  const setScope = useSetScope()
  const { data: offered = [] } = useQuery(zonesQuery)
  const zones = [...new Set([...offered, ...(timezone === null ? [] : [timezone])])].sort()
  return (
    <section className="stack scope-part wide scope-reading" aria-label="Clocks">
      <SelectField
        label="Time zone"
        value={timezone ?? ''}
        options={[
          { value: '', text: `${placeOf(zone)}, as on this page` },
          ...zones.map((name) => ({ value: name, text: name.replaceAll('_', ' ') })),
        ]}
        onValue={(value) => setScope({ timezone: value === '' ? null : value })}
      />
      <SelectField
        label="Today starting at"
        value={String(dayStartMin)}
        options={starts.map((minutes) => ({ value: String(minutes), text: minuteOfDay(minutes * 60_000, 'UTC') }))}
        onValue={(value) => setScope({ dayStartMin: Number(value) })}
      />
    </section>
  )
}
