import { CalendarIcon, ClockIcon, CyclesIcon } from '../../ui/icons.tsx'
import type { DueMaintenance } from './queries.ts'

const icons = {
  runtime: [ClockIcon, 'run hours'],
  cycles: [CyclesIcon, 'cycles'],
  calendar: [CalendarIcon, 'calendar'],
} as const

/** Icon of the amount that maintenance is due by (run hours, cycles or calendar), with its word for screen readers. */
export function KindIcon({ kind }: Pick<DueMaintenance, 'kind'>) {
  const [Icon, words] = icons[kind]
  return (
    <span className="inline muted">
      <Icon />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** Legend of the icons for run hours, cycles and calendar. */
export const KindLegend = () => (
  <span className="inline note due-legend" aria-hidden="true">
    {Object.values(icons).map(([Icon, words]) => (
      <span key={words} className="inline tight">
        <Icon /> {words}
      </span>
    ))}
  </span>
)
