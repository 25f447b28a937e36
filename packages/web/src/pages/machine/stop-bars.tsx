import '../../features/reports/downtime-totals.css'
import type { StopCount } from '@millwatch/domain/stops'
import { TotalBar } from '../../features/reports/downtime-totals.tsx'

interface StopBarsProps {
  /** Sums of stops by reason, the largest first. `name` is null for stops without a reason. */
  totals: readonly (StopCount & { readonly key: string; readonly name: string | null })[]
  /** Key of the reason whose stops are shown; null for all stops. */
  chosen: string | null
  onChoose: (key: string) => void
}

/**
 * List of the reasons of stops with a bar each. A press on a reason calls `onChoose` with its key, to show only its stops or all
 * again.
 */
export function StopBars({ totals, chosen, onChoose }: StopBarsProps) {
  const most = totals[0]?.ms ?? 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <ul className="stack near scroll total-list stop-bars" aria-label="Stops by reason" tabIndex={0}>
      {totals.map(({ key, name, ...total }) => (
        <li key={key} className="stack near total-line">
          <button
            type="button"
            className="cut hoverable toggle stop-bar-name"
            aria-pressed={chosen === key}
            title={name ?? 'No reason'}
            onClick={() => onChoose(key)}
          >
            {name === null ? <span className="small no-reason">No reason</span> : <bdi>{name}</bdi>}
          </button>
          <TotalBar total={total} most={most} isOpen={name === null} />
        </li>
      ))}
    </ul>
  )
}
