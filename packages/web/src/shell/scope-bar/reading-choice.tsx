import { useQuery } from '@tanstack/react-query'
import { placeOf } from '../../lib/zoned.ts'
import { useScope, useSetScope } from '../../scope/scope.ts'
import { zonesQuery } from '../../scope/zones.ts'
import { SelectField } from '../../ui/field.tsx'

const two = (value: number): string => String(value).padStart(2, '0')

const dayStarts = Array.from({ length: 96 }, (_, i) => ({
  value: String(i * 15),
  text: `${two(Math.floor(i / 4))}:${two((i % 4) * 15)}`,
}))

/** Selects the time zone and the start of the day. */
export function ReadingChoice({ zone }: { zone: string }) {
  const { timezone, dayStartMin } = useScope()
  const setScope = useSetScope()
  const { data: offered = [] } = useQuery(zonesQuery)
  const zones = [...new Set([...offered, ...(timezone === null ? [] : [timezone])])].sort()
  return (
    <section className="stack scope-part scope-reading" aria-label="Clocks">
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
        options={dayStarts}
        onValue={(value) => setScope({ dayStartMin: Number(value) })}
      />
    </section>
  )
}
